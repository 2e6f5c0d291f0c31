// Copyright 2026 the Rivulet authors. MIT license.

// The program may be killed at any moment: what it keeps is whole, and nothing is left of a writing.

import { assert, assertEquals } from "@std/assert";
import { readConversation } from "../../demo/terminal/conversation.ts";
import { KeptFiles } from "../../demo/terminal/kept_files.ts";
import { loadStars } from "../../demo/terminal/kept_stars.ts";
import { KeptVectors } from "../../demo/terminal/kept_vectors.ts";
import { lastMatches } from "../../demo/terminal/last_matches.ts";
import { readSettings } from "../../demo/terminal/settings.ts";
import { keptVectorKind } from "../support/kept_vector_kind.ts";

/** A thousand take minutes: they are for a run of their own. */
const KILLS = Number(Deno.env.get("RIVULET_KILLS") ?? 20);

/** A moment in which the program may be at work on any of its files. */
const MOST_MS = 60;

const writer = new URL("../support/kept_writer.ts", import.meta.url);

/** Starts the writer, and kills it while it writes. */
async function writeAndKill(folder: string): Promise<string> {
  const program = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--frozen", "-A", writer.href, folder],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = program.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await reader.read();
  await new Promise((resolve) => setTimeout(resolve, Math.random() * MOST_MS));
  program.kill("SIGKILL");
  while (!(await reader.read()).done);
  await program.status;
  return value;
}

Deno.test(`what ${KILLS} killed runs have kept can be read, and nothing else is left`, async () => {
  const folder = await Deno.makeTempDir();
  const told: string[] = [];
  const files = new KeptFiles(folder, (words) => told.push(words));
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      assertEquals(await writeAndKill(folder), "ready\n");
      const stars = await loadStars(files, "ana");
      assert(stars === undefined || stars.repositories.length === 2000);
      const { byHash } = await KeptVectors.load(files, keptVectorKind);
      for (const vector of byHash.values()) assert(vector.every((value) => value === 1));
      const pages = await lastMatches(files);
      assert(pages.length === 0 || pages.length === 8);
      await readConversation(files);
      await readSettings(files);
      assertEquals(told, []);
      // Each run removes what the one before has left.
      assert(partsIn(folder).length <= 1, `${partsIn(folder)}`);
    }
    assert(await files.write("last.json", new TextEncoder().encode("[]")));
    assertEquals(partsIn(folder), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

function partsIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) =>
    name.endsWith(".part")
  );
}
