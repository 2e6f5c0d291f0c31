// Copyright 2026 the Rivulet authors. MIT license.

/**
 * A generator that is left at once. By itself it lets `return()` and `throw()` wait for the read
 * that is under way, and that one may wait for a silent server. `leave` ends the read.
 */
export function leavingAtOnce<T>(
  generator: AsyncGenerator<T, void, undefined>,
  leave: () => void,
): AsyncGenerator<T, void, undefined> {
  const finish = generator.return.bind(generator);
  const fail = generator.throw.bind(generator);
  generator.return = (value) => {
    leave();
    return finish(value);
  };
  generator.throw = (error) => {
    leave();
    return fail(error);
  };
  return generator;
}
