// Copyright 2026 the Rivulet authors. MIT license.

// What docs/webllm.md says that stands elsewhere too.

import { assert, assertEquals } from "@std/assert";
import { patience } from "../../_internal/webllm/patience.ts";
import { root } from "../support/commands.ts";

const docs = await Deno.readTextFile(new URL("docs/webllm.md", root));

/** The limits in the order of the table. */
const LIMITS: readonly (keyof typeof patience)[] = [
  "firstStep",
  "step",
  "stepForOther",
  "stepForEnd",
  "load",
  "loadForOther",
  "dead",
  "start",
  "adapter",
];

Deno.test("the docs tell how long each silence is waited for", () => {
  const table = docs.slice(docs.indexOf("| silence "));
  const told = [...table.matchAll(/\| (\d+) (minutes|seconds) *\|/g)]
    .map(([, count, unit]) => Number(count) * (unit === "minutes" ? 60_000 : 1_000));
  assertEquals(told, LIMITS.map((name) => patience[name]));
  assert(docs.includes(`**${patience.stop / 1_000} seconds at most**`));
});

Deno.test("the bundlers build the worker lines of the docs", async () => {
  const read = (name: string) => Deno.readTextFile(new URL(`tests/consumers/webllm/${name}`, root));
  const [, start] = /(new Worker\(.*\))\);/.exec(await read("esbuild.ts"))!;
  const [line] = /^import .*;$/m.exec(await read("webllm_worker.ts"))!;
  assert(docs.includes(`worker: () => ${start}`), start);
  assert(docs.includes(`\n\`\`\`ts\n${line}\n\`\`\`\n`), line);
  assert((await read("vite.ts")).includes(start!.replace(".js", ".ts")));
});
