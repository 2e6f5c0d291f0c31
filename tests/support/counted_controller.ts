// Copyright 2026 the Rivulet authors. MIT license.

/** A signal that counts its listeners, to see that none stays. */
export class CountedController extends AbortController {
  listeners = 0;

  constructor() {
    super();
    const { signal } = this;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      this.listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      this.listeners--;
      remove(...args);
    };
  }
}
