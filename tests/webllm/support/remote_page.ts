// Copyright 2026 the Rivulet authors. MIT license.

import type { TestPage } from "./page.ts";

/** The functions of the test page, called from outside. */
export type RemotePage = {
  [Name in keyof TestPage]: (
    ...values: Parameters<TestPage[Name]>
  ) => Promise<Awaited<ReturnType<TestPage[Name]>>>;
};

/** Calls a function in a tab. */
type Call = (
  run: (name: string, value: unknown) => unknown,
  name: string,
  value: unknown,
) => Promise<unknown>;

export function remotePage(call: Call): RemotePage {
  function run(name: string, value: unknown): unknown {
    const { page } = globalThis as unknown as Record<string, Record<string, CallableFunction>>;
    return page![name]!(value);
  }
  return new Proxy({} as RemotePage, {
    get: (_, name: string) => (value: unknown) => call(run, name, value),
  });
}
