// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { PageFiles } from "../../demo/build/page_files.ts";
import { type Keep, loadPage, savePage } from "../../demo/build/keep.ts";
import { versionOfSources } from "../../demo/build/sources.ts";

const page = (text: string): PageFiles =>
  new Map([["index.html", { type: "text/html", contents: new TextEncoder().encode(text) }]]);

const textOf = (files: PageFiles | undefined) =>
  files && new TextDecoder().decode(files.get("index.html")!.contents);

async function inFolder(use: (folder: URL) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir();
  try {
    await use(pathToFileURL(`${path}/`));
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

const namesIn = async (folder: URL) =>
  (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();

Deno.test("savePage() keeps the newest version of each edition, and loadPage() finds no other", async () => {
  await inFolder(async (parent) => {
    const folder = new URL("page/", parent);
    const keep = (edition: Keep["edition"], version: string): Keep => ({
      folder,
      edition,
      version,
    });
    assertStrictEquals(await loadPage(keep("local", "1")), undefined);
    await savePage(keep("local", "1"), page("first"));
    await savePage(keep("public", "1"), page("small"));
    await savePage(keep("local", "2"), page("second"));
    assertStrictEquals(await loadPage(keep("local", "1")), undefined);
    assertStrictEquals(textOf(await loadPage(keep("local", "2"))), "second");
    assertStrictEquals(textOf(await loadPage(keep("public", "1"))), "small");
    assertEquals(await namesIn(folder), ["local-2.page", "public-1.page"]);
  });
});

Deno.test("loadPage() finds no damaged page, and savePage() replaces it", async () => {
  await inFolder(async (folder) => {
    const keep: Keep = { folder, edition: "local", version: "1" };
    await savePage(keep, page("whole"));
    await Deno.truncate(fileURLToPath(new URL("local-1.page", folder)), 80);
    assertStrictEquals(await loadPage(keep), undefined);
    await savePage(keep, page("whole again"));
    assertStrictEquals(textOf(await loadPage(keep)), "whole again");
  });
});

Deno.test("savePage() leaves nothing behind where it cannot write", async () => {
  await inFolder(async (folder) => {
    const keep: Keep = { folder, edition: "local", version: "1" };
    // A folder in the place of the file that is to be written.
    await Deno.mkdir(new URL("local-1.page/in-the-way", folder), { recursive: true });
    let failed = false;
    await savePage(keep, page("whole")).catch(() => failed = true);
    assert(failed);
    assertEquals(await namesIn(folder), ["local-1.page"]);
  });
});

Deno.test("versionOfSources() is another one after each change, and the same without", async () => {
  await inFolder(async (root) => {
    for (const folder of ["demo/page", "parts/inner"]) {
      await Deno.mkdir(new URL(folder, root), { recursive: true });
    }
    const write = (name: string, text: string) => Deno.writeTextFile(new URL(name, root), text);
    const include = ["mod.ts", "parts/", "deno.json"];
    await write("deno.json", JSON.stringify({ publish: { include } }));
    for (const name of ["mod.ts", "deno.lock", "imports.json"]) await write(name, "");
    await write("demo/page/main.ts", "1");
    const seen = [await versionOfSources(root)];
    assertStrictEquals(await versionOfSources(root), seen[0]);
    const changes: (() => Promise<void>)[] = [
      () => write("demo/page/main.ts", "2"),
      () => write("parts/new.ts", ""),
      () => Deno.rename(new URL("parts/new.ts", root), new URL("parts/inner/new.ts", root)),
      ...["mod.ts", "deno.lock", "imports.json"].map((name) => () => write(name, "1")),
      () => write("deno.json", JSON.stringify({ publish: { include: [...include, "mod.ts"] } })),
    ];
    for (const change of changes) {
      await change();
      const version = await versionOfSources(root);
      assert(!seen.includes(version), `${seen.length}`);
      seen.push(version);
    }
  });
});
