// Copyright 2026 the Rivulet authors. MIT license.

// What every server may count on in a request, whatever it asks for and whoever sends it.

import { assert, assertEquals, assertMatch } from "@std/assert";
import type { RecordedRequest, Recorder } from "./recorder.ts";

/** Throws where a request is not as the specification has it. */
export function assertOrdinary({ requests, faults, port }: Recorder): void {
  assertEquals(faults, []);
  for (const request of requests) {
    assertMatch(request.line, /^(?:POST|GET) \/[\w/]+ HTTP\/1\.1$/, "not in origin form");
    assertEquals(valuesOf(request, "host").map((host) => host.replace(/^.*:/, "")), [`${port}`]);
    const isPost = request.line.startsWith("POST ");
    assertEquals(valuesOf(request, "content-type"), isPost ? ["application/json"] : []);
    if (!isPost) continue;
    const { length } = new TextEncoder().encode(request.body);
    assertEquals(valuesOf(request, "content-length"), [`${length}`]);
    if (isChat(request)) assertChatBody(request.body);
  }
  // Nothing is asked twice: not by a retry, and not for what is known already.
  const all = requests.map((request) => [request.line, valuesOf(request, "host"), request.body])
    .map((parts) => parts.join(" "));
  assertEquals(all, [...new Set(all)]);
}

/** Whether a request asks for an answer in words. */
export function isChat({ line }: RecordedRequest): boolean {
  return / (?:\/[a-z]+)?\/(?:api\/chat|v1\/chat\/completions) /.test(line);
}

/** The values of a header in the order in which they came. */
export function valuesOf({ headers }: RecordedRequest, name: string): string[] {
  return headers.filter((line) => line.toLowerCase().startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trim());
}

/** Its fields stand in the order of the specification; behind them only what an example adds. */
function assertChatBody(body: string): void {
  const { model, messages, tools } = JSON.parse(body);
  assertEquals(body, JSON.stringify({ model, stream: true, messages, tools }));
  assert(typeof model === "string" && model !== "", "no model");
  const said = messages as Record<string, string>[];
  assert(said.every(({ content }) => content), "no words");
  // The instruction, then question and answer in turn, and the question.
  const roles = said.map((_, index) => index === 0 ? "system" : index % 2 ? "user" : "assistant");
  assertEquals([said.length % 2, said.at(-1)?.role], [0, "user"]);
  const ordered = said.map(({ content }, index) => ({ role: roles[index], content }));
  assertEquals(JSON.stringify(messages), JSON.stringify(ordered));
}
