// Copyright 2026 the Rivulet authors. MIT license.

// Each example is a program of its own, with the permission that its text names.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { TOKEN } from "../support/example_answers.ts";
import { trust } from "./certificate.ts";
import type { Check } from "./check.ts";
import type { Example } from "./example.ts";
import { calls } from "./example_calls.ts";
import { elsewhere } from "./examples_elsewhere.ts";
import { moveExample } from "./moved_example.ts";
import type { Place } from "./place.ts";
import { type Program, runProgram } from "./program.ts";
import type { RecordedRequest } from "./recorder.ts";
import { assertOrdinary, isChat, valuesOf } from "./request_rules.ts";

/** The examples on each runtime. */
export function exampleChecks(examples: readonly Example[], places: readonly Place[]): Check[] {
  const started = examples.filter(({ name }) => !(name in elsewhere) && !isServed(name));
  return [
    checkNames(examples),
    ...started.flatMap((example) => places.map((place) => checkExample(example, place))),
  ];
}

/** Whether an example is what a server runs, and no program. */
export function isServed(name: string): boolean {
  return /^docs\/recipes\.md, (?:answer|events)\.ts$/.test(name);
}

/** The file that a person makes of an example: the README says `main.mjs` for Node. */
export function fileOf({ name }: Example, { kind }: Place): Program["file"] {
  return kind === "Node" && name.startsWith("README.md") ? "main.mjs" : "main.ts";
}

function checkNames(examples: readonly Example[]): Check {
  return {
    name: "each example that is treated in its own way is there",
    run() {
      const names = examples.map(({ name }) => name);
      const treated = [...Object.keys(elsewhere), ...Object.keys(calls)];
      assertEquals(treated.filter((name) => !names.includes(name)), []);
      return Promise.resolve();
    },
  };
}

function checkExample(example: Example, place: Place): Check {
  return {
    name: `${example.name} on ${place.name}`,
    async run() {
      if (place.ignored !== undefined) return place.ignored;
      const code = example.code + (calls[example.name] ?? "");
      await using moved = moveExample({ ...example, code });
      const { permissions, servers } = moved;
      const file = fileOf(example, place);
      const ended = await runProgram(place, {
        code: moved.code,
        file,
        permissions,
        env: trust[place.kind],
      });
      assert(ended.ok, ended.stdout + ended.stderr);
      for (const server of servers) assertOrdinary(server);
      const requests = servers.flatMap((server) => server.requests);
      assertEquals(requests.length > 0, servers.length > 0, "whether a server was asked");
      assertQuestions(code, requests);
      if (requests.some(isChat)) assertStringIncludes(ended.stdout, TOKEN);
    },
  };
}

/** The example asks what it says, once, and nothing else. */
function assertQuestions(code: string, requests: readonly RecordedRequest[]): void {
  const chats = requests.filter(isChat);
  const asked = code.matchAll(/\.(?:tokens|stream)\(/g).toArray();
  if (requests.length > 0) assertEquals(chats.length, asked.length, "questions of the example");
  for (const { body } of chats) {
    const { model, messages } = JSON.parse(body);
    const [question] = messages.at(-1).content.split("\n");
    for (const text of [model, question]) assertStringIncludes(code, JSON.stringify(text));
  }
  const [, key] = /apiKey: "(.*)"/.exec(code) ?? [];
  const credentials = key === undefined ? [] : [`Bearer ${key}`];
  for (const request of requests) {
    assertEquals(valuesOf(request, "authorization"), credentials);
    assertEquals(valuesOf(request, "cookie"), []);
  }
}
