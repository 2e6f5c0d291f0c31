// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type { ProviderError } from "@rivulet/llm";
import type { Outcome, WireCase } from "./wire_case.ts";

/** Checks everything that a case says of its answer, but what became of the connection. */
export function checkOutcome({ expect }: WireCase, base: string, outcome: Outcome): void {
  checkError(expect, base, outcome);
  if (expect.tokens !== undefined) assertEquals(outcome.tokens, expect.tokens);
  if (expect.textLength !== undefined) {
    assertStrictEquals(outcome.tokens.join("").length, expect.textLength);
    assertStrictEquals(outcome.tokens.length, expect.tokenCount);
  }
  if (expect.reasoning !== undefined) assertEquals(outcome.reasoning, expect.reasoning);
  if (expect.finish !== undefined) assertEquals(outcome.finish, expect.finish);
  assertStrictEquals(outcome.finish === undefined, expect.error !== undefined, "onFinish");
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
  if (requestUrl === null) assertStrictEquals(sent, undefined, "a request");
  if (typeof requestUrl === "string") {
    assertStrictEquals(sent?.url, requestUrl.replace("{base}", base));
  }
  for (const [name, value] of Object.entries(requestHeaders)) {
    assertStrictEquals(sent?.headers.get(name), value, name);
  }
  if (requestBody === undefined) return;
  const { model, stream, messages, ...others } = JSON.parse(sent?.body ?? "{}");
  assertEquals([model, stream, messages?.length], ["test-model", true, 2]);
  assertEquals(others, requestBody);
}

function checkError(expect: WireCase["expect"], base: string, { error, formatted }: Outcome): void {
  if (expect.error === undefined) {
    if (error !== undefined) throw error;
    return;
  }
  assert(error instanceof Error, "Expected an error");
  const { matches = "", ...fields } = expect.error;
  assertMatch(error.message, new RegExp(matches, "i"));
  for (const [name, value] of Object.entries(fields)) {
    const expected = typeof value === "string" ? value.replace("{base}", base) : value ?? undefined;
    assertStrictEquals((error as ProviderError)[name as keyof ProviderError], expected, name);
  }
  if (expect.formatLocal === "message") {
    assertStrictEquals(formatted, error.message);
  }
}
