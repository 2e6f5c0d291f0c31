// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "../runtimes/assertions.ts";
import type { Outcome, WireCase } from "./wire_case.ts";

/** Checks everything that a case says of its answer, but what became of the connection. */
export function checkOutcome({ expect }: WireCase, base: string, outcome: Outcome): void {
  const { tokens, reasoning, finish, error } = outcome;
  if (expect.error !== undefined) checkError(expect, base, outcome);
  else if (error !== undefined) throw error;
  if (expect.tokens !== undefined) assertEquals(tokens, expect.tokens);
  if (expect.textLength !== undefined) {
    const { textLength, tokenCount } = expect;
    assertEquals([tokens.join("").length, tokens.length], [textLength, tokenCount]);
  }
  if (expect.reasoning !== undefined) assertEquals(reasoning, expect.reasoning);
  if (expect.finish !== undefined) assertEquals(named(finish, expect.finish), expect.finish);
  assertEquals(finish === undefined, expect.error !== undefined, "onFinish");
}

/** What a summary says of that which a case names: an older case names less than a client tells. */
function named(finish: unknown, expected: object): unknown {
  if (typeof finish !== "object" || finish === null) return finish;
  const values = Object.entries(expected).map(([name, value]) => {
    const told = Reflect.get(finish, name);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return [name, isObject ? named(told, value) : told];
  });
  return Object.fromEntries(values);
}

/** What a server or a stub got. */
export interface SentRequest {
  url: string;
  headers: Headers;
  body: string;
}

/** Checks what a case says of its request; undefined if none was sent. */
export function checkRequest(
  { expect }: WireCase,
  base: string,
  sent: SentRequest | undefined,
): void {
  const { requestUrl, requestHeaders = {}, requestBody } = expect;
  if (requestUrl === null) assertEquals(sent, undefined, "a request");
  if (typeof requestUrl === "string") {
    assertEquals(sent?.url, requestUrl.replace("{base}", base));
  }
  for (const [name, value] of Object.entries(requestHeaders)) {
    assertEquals(sent?.headers.get(name), value, name);
  }
  if (requestBody === undefined) return;
  const { model, stream, messages, ...others } = JSON.parse(sent?.body ?? "{}");
  assertEquals([model, stream, messages?.length], ["test-model", true, 2]);
  assertEquals(others, requestBody);
}

function checkError(expect: WireCase["expect"], base: string, { error, formatted }: Outcome): void {
  if (!(error instanceof Error)) throw new Error(`Expected an error, got ${error}`);
  const { matches = "", ...fields } = expect.error!;
  if (!new RegExp(matches, "i").test(error.message)) throw error;
  for (const [name, value] of Object.entries(fields)) {
    const expected = typeof value === "string" ? value.replace("{base}", base) : value ?? undefined;
    assertEquals(Reflect.get(error, name), expected, name);
  }
  if (expect.formatLocal === "message") assertEquals(formatted, error.message);
}
