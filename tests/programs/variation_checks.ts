// Copyright 2026 the Rivulet authors. MIT license.

// What the README's examples do when they are changed a little.

import { assert, assertEquals } from "@std/assert";
import type { Check } from "./check.ts";
import type { Example } from "./example.ts";
import { fileOf } from "./example_checks.ts";
import { moveExample } from "./moved_example.ts";
import type { Place } from "./place.ts";
import { runProgram } from "./program.ts";
import type { Recorder } from "./recorder.ts";
import { assertOrdinary } from "./request_rules.ts";

/** An example with other lines from some words on. */
interface Variation {
  readonly name: string;
  readonly example: string;
  /** Where the example is changed, and what stands there then. */
  readonly from: string;
  change(rest: string): string;
  /** What has to hold of the server that it names. */
  holds(server: Recorder): void;
}

const ANSWER = "README.md, Stream an answer";
const EMBED = "README.md, Embed";

const MANY = ["first", "second", "third", "fourth", "fifth", "sixth"];

const variations: readonly Variation[] = [
  {
    name: "a program that asks and never reads sends nothing",
    example: ANSWER,
    from: "for await",
    change: () => "ollama.tokens(config, request);\n",
    holds: ({ connections }) => assertEquals(connections(), 0),
  },
  {
    name: "a program that embeds and never reads sends nothing",
    example: EMBED,
    from: "const [query",
    change: () => "client.embedMany(texts);\n",
    holds: ({ connections }) => assertEquals(connections(), 0),
  },
  {
    name: "a program that asks many questions does so over the same connections",
    example: ANSWER,
    from: "for await",
    change: (loop) => MANY.map((text) => loop.replace("request", `{ prompt: "${text}" }`)).join(""),
    holds: keepsConnections,
  },
  {
    name: "a program that embeds many batches does so over the same connections",
    example: EMBED,
    from: "const [query",
    change: () => MANY.map((text) => `await client.embedBatch(["${text}"]);\n`).join(""),
    holds: keepsConnections,
  },
];

/**
 * Two connections at most. Node and Deno get one back a moment after the end of an answer, too late
 * for a question that comes at once: they open one more, and use the two in turns.
 */
function keepsConnections(server: Recorder): void {
  assertOrdinary(server);
  assert(server.requests.length >= MANY.length);
  const used = new Set(server.requests.map(({ connection }) => connection));
  assert(used.size <= 2, `${used.size} connections for ${server.requests.length} requests`);
}

/** The variations on each runtime. */
export function variationChecks(examples: readonly Example[], places: readonly Place[]): Check[] {
  return variations.flatMap((variation) =>
    places.map((place) => checkVariation(variation, { examples, place }))
  );
}

function checkVariation(
  { name, example: exampleName, from, change, holds }: Variation,
  { examples, place }: { examples: readonly Example[]; place: Place },
): Check {
  return {
    name: `${name}, on ${place.name}`,
    async run() {
      if (place.ignored !== undefined) return place.ignored;
      const example = examples.find(({ name }) => name === exampleName);
      const start = example?.code.indexOf(from) ?? -1;
      assert(example && start > 0, `no "${from}" in ${exampleName}`);
      const changed = example.code.slice(0, start) + change(example.code.slice(start));
      await using moved = moveExample({ ...example, code: changed });
      const { code, permissions, servers: [server] } = moved;
      const ended = await runProgram(place, { code, permissions, file: fileOf(example, place) });
      assert(ended.ok, ended.stdout + ended.stderr);
      holds(server!);
    },
  };
}
