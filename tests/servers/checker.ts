// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Runs one check under a permission of its own: that of the README, which names the server alone.
 *
 * @module
 */

import { type Outcome, runCheck } from "./check.ts";
import { checksFor } from "./checks/all.ts";
import { type Call, callsTo } from "./outside.ts";
import type { Target } from "./target.ts";

/** Which check is to run. */
export interface Order {
  readonly name: string;
  readonly target: Target;
}

/** What a checker says: what it wishes meanwhile, and in the end how the check came out. */
export type FromChecker = { readonly call: Call } | { readonly outcome: Outcome };

const scope = globalThis as unknown as {
  postMessage(message: FromChecker, transfer?: Transferable[]): void;
};

globalThis.addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  const { name, target } = data;
  const check = checksFor(target).find((check) => check.name === name)!;
  const outside = callsTo((call, transfer) => scope.postMessage({ call }, transfer));
  scope.postMessage({ outcome: await runCheck(check, target, outside) });
});
