// Copyright 2026 the Rivulet authors. MIT license.

// The recipes that are a server of their own, on the runtimes that the page names.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { freePort, serveRecipe } from "../recipes/project.ts";
import { TOKEN } from "../support/example_answers.ts";
import type { Check } from "./check.ts";
import type { Example } from "./example.ts";
import { isServed } from "./example_checks.ts";
import { moveExample } from "./moved_example.ts";
import type { Place } from "./place.ts";
import { writeProgram } from "./program.ts";
import { assertOrdinary } from "./request_rules.ts";

/** Each such recipe on Deno and on Bun; Node needs a framework for them. */
export function servedChecks(examples: readonly Example[], places: readonly Place[]): Check[] {
  const served = examples.filter(({ name }) => isServed(name));
  const able = places.filter(({ kind }) => kind !== "Node");
  return served.flatMap((example) => able.map((place) => checkServed(example, place)));
}

function checkServed(example: Example, place: Place): Check {
  return {
    name: `${example.name} on ${place.name}`,
    async run() {
      if (place.ignored !== undefined) return place.ignored;
      await using moved = moveExample(example);
      const { code, permissions, servers: [server] } = moved;
      const { folder, file } = await writeProgram(place, { code, file: "main.ts" });
      const port = freePort();
      const command = place.kind === "Bun"
        ? place.command([], file)
        : [...serveOnDeno(port), ...permissions, file];
      await using _served = await serveRecipe({ folder, port }, command);
      const answer = await fetch(`http://127.0.0.1:${port}/?q=Why`);
      assertStringIncludes(await answer.text(), TOKEN);
      assertOrdinary(server!);
      assertEquals(server!.requests.length, 1);
    },
  };
}

/** `deno serve` as the page has it, but for the port. */
function serveOnDeno(port: number): string[] {
  const quiet = ["--quiet", "--no-prompt", "--no-lock", "--cached-only"];
  return [Deno.execPath(), "serve", ...quiet, "--host", "127.0.0.1", "--port", `${port}`];
}
