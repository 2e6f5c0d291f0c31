// Copyright 2026 the Rivulet authors. MIT license.

// Chat and embedding at servers that nobody here wrote.

import { assert, assertEquals } from "@std/assert";
import { TextReader } from "../support/text_reader.ts";
import type { Check } from "./check.ts";
import type { Place } from "./place.ts";
import { runProgram } from "./program.ts";
import { programOf, type Question, rightAnswer } from "./questions.ts";
import { type StrictServer, strictServers } from "./strict_servers.ts";

/** Each server, asked by one runtime of each kind; Deno has the least permission. */
export function serverChecks(places: readonly Place[]): Check[] {
  const here = places.filter(({ ignored }) => ignored === undefined);
  const asking = here.filter(({ kind }, index) =>
    here.findIndex((place) => place.kind === kind) === index
  );
  return strictServers.map((server) => checkServer(server, asking));
}

function checkServer({ name, command }: StrictServer, places: readonly Place[]): Check {
  return {
    name: `${name} answers ${places.map(({ name }) => name).join(", ")}`,
    async run() {
      const found = await command(places.find(({ kind }) => kind === "Node")!);
      if (found === undefined) return "this machine has no such server";
      await using server = await startServer(found);
      const baseUrl = `http://localhost:${server.port}`;
      const questions: Question[] = [{ verb: "lmStudio", baseUrl }, { verb: "embed", baseUrl }];
      const answers: Record<string, unknown> = {};
      for (const place of places) {
        const { ok, stdout, stderr } = await runProgram(place, {
          code: programOf(questions),
          file: "main.mjs",
          permissions: [`--allow-net=localhost:${server.port}`],
        });
        assert(ok, stdout + stderr);
        answers[place.name] = JSON.parse(stdout);
      }
      const right = questions.map(rightAnswer);
      assertEquals(answers, Object.fromEntries(places.map(({ name }) => [name, right])));
    },
  };
}

/** Starts a server that prints its port, and kills it at the end. */
async function startServer(
  [program = "", ...args]: string[],
): Promise<AsyncDisposable & { port: string }> {
  const child = new Deno.Command(program, {
    args,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = new TextReader(child.stdout);
  await output.until("\n");
  return {
    port: output.text.trim(),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await output.rest();
      await child.status;
    },
  };
}
