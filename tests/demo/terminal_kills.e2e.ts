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

/** A thousand take minutes: they are for a run of their own, which tells what it has seen. */
const ASKED_KILLS = Deno.env.get("RIVULET_KILLS");
const KILLS = Number(ASKED_KILLS ?? 20);

/** A moment in which the program is at work on all of its files. */
const MOST_MS = 60;

const writer = new URL("../support/kept_writer.ts", import.meta.url);

/** Whether a file can be read as a whole. The folder of each has its name. */
const CHECKS: Record<string, (files: KeptFiles) => Promise<boolean>> = {
  stars: async (files) => (await loadStars(files, "ana"))?.repositories.length === 2000,
  async vectors(files) {
    const { byHash } = await KeptVectors.load(files, keptVectorKind);
    return [...byHash.values()].every((vector) => vector.every((value) => value === 1));
  },
  matches: async (files) => (await lastMatches(files)).length === 8,
  conversation: async (files) => (await readConversation(files))?.turns.length === 2,
  settings: async (files) => (await readSettings(files)).user === "ana",
};

/** Starts the writer, and kills it while it writes. */
async function writeAndKill(folder: string): Promise<void> {
  const program = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--frozen", "-A", writer.href, folder],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = program.stdout.pipeThrough(new TextDecoderStream()).getReader();
  assertEquals((await reader.read()).value, "ready\n");
  await new Promise((resolve) => setTimeout(resolve, Math.random() * MOST_MS));
  program.kill("SIGKILL");
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    assertEquals(value, ""); // It tells what it cannot read or write.
  }
  await program.status;
}

Deno.test(`what ${KILLS} killed runs have kept can be read, and nothing else is left`, async () => {
  const folder = await Deno.makeTempDir();
  const told: string[] = [];
  const places = Object.entries(CHECKS).map(([name, isWhole]) => {
    const place = `${folder}/${name}`;
    return { name, place, isWhole, files: new KeptFiles(place, (words) => told.push(words)) };
  });
  const cut: Record<string, number> = {};
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await writeAndKill(folder);
      for (const { name, place, isWhole, files } of places) {
        const { parts, others } = namesIn(place);
        // Before its first write there is no file.
        assert(others.length === 0 || await isWhole(files), `${name} behind kill ${kill}`);
        assertEquals(told, []);
        // Each run removes what the one before has left.
        assert(parts.length <= 1, `${parts}`);
        cut[name] = (cut[name] ?? 0) + parts.length;
      }
    }
    for (const { place, files } of places) {
      assert(await files.write("settings.json", new TextEncoder().encode("{}")));
      assertEquals(namesIn(place).parts, []);
    }
    if (ASKED_KILLS) {
      await tell(`${KILLS} kills; with a part of a file left: ${JSON.stringify(cut)}`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** What is in a folder: parts of files, and others. */
function namesIn(folder: string): { parts: string[]; others: string[] } {
  const isPart = (name: string): boolean => name.endsWith(".part");
  try {
    const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
    return { parts: names.filter(isPart), others: names.filter((name) => !isPart(name)) };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return { parts: [], others: [] };
  }
}

async function tell(words: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${words}\n`));
}
