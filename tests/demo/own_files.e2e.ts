// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { pathToFileURL } from "node:url";
import { type Keep, loadPage, savePage } from "../../demo/build/keep.ts";
import {
  ForeignFileError,
  readOwnFile,
  removeOwnFiles,
  replaceOwnFile,
  writeOwnFileAt,
} from "../../demo/shared/own_files.ts";
import { vectorsFileOf } from "../../demo/terminal/kept_vectors.ts";
import { keptFolder, runChat } from "../support/chat_program.ts";
import { star, startGitHub } from "../support/stars_server.ts";

const ignore = Deno.build.os === "windows"; // It lets only some people make links.

const bytes = new TextEncoder().encode("ours");

/** A folder of ours beside a file and a folder of somebody else. */
async function besideOthers(
  use: (place: { own: string; theirs: string; theirFolder: string }) => Promise<void>,
): Promise<void> {
  const parent = await Deno.makeTempDir();
  const place = {
    own: `${parent}/own`,
    theirs: `${parent}/theirs.txt`,
    theirFolder: `${parent}/their folder`,
  };
  try {
    await Deno.writeTextFile(place.theirs, "theirs");
    await Deno.mkdir(place.theirFolder);
    await Deno.writeTextFile(`${place.theirFolder}/local-0.page`, "theirs");
    await use(place);
    assertEquals(await Deno.readTextFile(place.theirs), "theirs");
    assertEquals(await Deno.readTextFile(`${place.theirFolder}/local-0.page`), "theirs");
    assertEquals([...Deno.readDirSync(place.theirFolder)].length, 1);
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
}

Deno.test({
  name: "a link in the own folder is not read, not written through, and deleted alone",
  ignore,
  async fn() {
    await besideOthers(async ({ own, theirs }) => {
      await Deno.mkdir(own);
      await Deno.symlink(theirs, `${own}/file`);
      await assertRejects(() => readOwnFile(own, "file"), ForeignFileError);
      await assertRejects(
        () => writeOwnFileAt(own, "file", { start: 0, bytes }),
        ForeignFileError,
      );
      await replaceOwnFile(own, "file", bytes);
      assertEquals(await readOwnFile(own, "file"), bytes);
      await Deno.symlink(theirs, `${own}/other`);
      await removeOwnFiles(own, (name) => name === "other");
      assertEquals(Array.from(Deno.readDirSync(own), ({ name }) => name), ["file"]);
    });
  },
});

Deno.test("replaceOwnFile() removes what killed runs have left, and nothing of a run that writes", async () => {
  const own = await Deno.makeTempDir();
  try {
    const [left, written, other] = [crypto.randomUUID(), crypto.randomUUID(), "mine"]
      .map((name) => `${own}/${name}.part`) as [string, string, string];
    for (const path of [left, written, other]) await Deno.writeFile(path, bytes);
    using writer = await Deno.open(written, { write: true });
    await writer.lock(true);
    await replaceOwnFile(own, "file", bytes);
    const names = Array.from(Deno.readDirSync(own), ({ name }) => `${own}/${name}`).toSorted();
    assertEquals(names, [written, other, `${own}/file`].toSorted());
  } finally {
    await Deno.remove(own, { recursive: true });
  }
});

Deno.test({
  name: "a link in the place of the own folder is not followed",
  ignore,
  async fn() {
    await besideOthers(async ({ own, theirFolder }) => {
      await Deno.symlink(theirFolder, own);
      await assertRejects(() => readOwnFile(own, "local-0.page"), ForeignFileError);
      await assertRejects(() => replaceOwnFile(own, "local-0.page", bytes), ForeignFileError);
      await assertRejects(() => removeOwnFiles(own, () => true), ForeignFileError);
      const keep: Keep = { folder: pathToFileURL(`${own}/`), edition: "local", version: "1" };
      await assertRejects(() => savePage(keep, new Map()), ForeignFileError);
      assertEquals(await loadPage(keep), undefined);
    });
  },
});

Deno.test({
  name: "a pipe in the own folder is not waited for",
  ignore,
  async fn() {
    await besideOthers(async ({ own }) => {
      await Deno.mkdir(own);
      const { success } = await new Deno.Command("mkfifo", { args: [`${own}/pipe`] }).output();
      assert(success);
      await assertRejects(() => readOwnFile(own, "pipe"), ForeignFileError);
    });
  },
});

Deno.test({
  name: "files and folders that are made are for their owner alone",
  ignore,
  async fn() {
    await besideOthers(async ({ own }) => {
      await replaceOwnFile(own, "file", bytes);
      const modes = [own, `${own}/file`].map((path) => Deno.statSync(path).mode! & 0o777);
      assertEquals(modes, [0o700, 0o600]);
    });
  },
});

Deno.test({
  name: "chat follows no link out of its folder, and says so once",
  ignore,
  async fn() {
    using folder = keptFolder();
    await using github = startGitHub([[star("a/finder")]]);
    await besideOthers(async ({ theirs, theirFolder }) => {
      const args = ["--folder", folder.path, "--user", "ana", "--matches", "find code"];
      const env = { GITHUB_API_URL: github.base };
      await Deno.mkdir(folder.url, { recursive: true });
      for (const name of ["stars-ana.json", "last.json"]) {
        await Deno.symlink(theirs, new URL(name, folder.url));
      }
      const linkedFile = await runChat(args, env);
      assertEquals(linkedFile.code, 0);
      assertStringIncludes(linkedFile.stderr, '/stars-ana.json" is a link, or no file\n');
      assertEquals(linkedFile.stderr.split("is a link").length, 2);

      await Deno.remove(folder.url, { recursive: true });
      await Deno.symlink(theirFolder, folder.path);
      const linkedFolder = await runChat(args, env);
      assertEquals(linkedFolder.code, 0);
      assertStringIncludes(linkedFolder.stderr, `"${folder.path}" is a link\n`);
      await Deno.remove(folder.path);
    });
  },
});

Deno.test("vectorsFileOf() gives each model a name of its own, which is one on every system", () => {
  const models = [
    "m",
    "M",
    "CON",
    "a/b",
    "a%2Fb",
    "a\\b",
    "..",
    "../..",
    ".",
    "",
    "a:b",
    "a?b*",
    "nul\0",
    "\ud800",
    "\ud801",
    "x".repeat(5000),
    "x".repeat(5001),
    "é",
    "e\u0301",
  ];
  const names = models.map(vectorsFileOf);
  assertEquals(new Set(names.map((name) => name.toLowerCase())).size, models.length, `${names}`);
  for (const name of names) {
    assert(/^meanings-[a-z0-9._-]{0,40}-[0-9a-f]{16}\.bin$/.test(name), name);
  }
});
