// Copyright 2026 the Rivulet authors. MIT license.

// The flags that `--save` keeps.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { keptFolder, runChat } from "../support/chat_program.ts";
import { startLoopback } from "../support/loopback.ts";
import { answerChunks } from "../support/ask.ts";

Deno.test("chat --save keeps flags for the next call, in which flags win, and never a key", async () => {
  using folder = keptFolder();
  await using server = startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: ['{"data":[{"id":"qwen"},{"id":"other"}]}'] }
      : { chunks: answerChunks("local-b", ["Take [1]"]) }
  );
  const place = ["--folder", folder.path];
  const env = { RIVULET_API_KEY: "key-of-the-test" };
  const flags = ["--provider", "openai", "--base-url", server.base, "-m", "qwen"];
  const saved = await runChat([...place, "--save", "--rank", "keyword", ...flags], env);
  assertEquals([saved.code, saved.stdout, saved.stderr], [
    0,
    "",
    `Kept: --provider openai --model qwen --base-url ${server.base} --rank keyword\n`,
  ]);
  const text = await Deno.readTextFile(new URL("settings.json", folder.url));
  assertEquals(JSON.parse(text), {
    provider: "openai",
    model: "qwen",
    "base-url": server.base,
    rank: "keyword",
  });
  const next = await runChat([...place, "search code"], env);
  assertEquals([next.code, next.stdout], [0, "Take [1]\n"]);
  assertStringIncludes(next.stderr, `remote qwen at ${new URL(server.base).host}\n`);
  const other = await runChat([...place, "-m", "other", "search code"], env);
  assertStringIncludes(other.stderr, "remote other at ");
  const help = await runChat([...place, "--help"]);
  assertStringIncludes(help.stdout, "\nKept, and added to each call: --provider openai --model ");
  const forgotten = await runChat([...place, "--save"]);
  assertEquals(forgotten.stderr, "No flags are kept any more.\n");
  assertEquals(await Deno.readTextFile(new URL("settings.json", folder.url)), "{}\n");
});

Deno.test("chat says that damaged settings cannot be used, and goes on", async () => {
  using folder = keptFolder();
  await Deno.mkdir(folder.url, { recursive: true });
  for (const text of ["{", '{"provider":"acme"}', '{"base-url":5}']) {
    await Deno.writeTextFile(new URL("settings.json", folder.url), text);
    const { code, stderr } = await runChat(["--folder", folder.path, "--matches", "search code"]);
    assertEquals(code, 0);
    assertStringIncludes(stderr, `The settings in ${folder.path} cannot be used`);
  }
});

Deno.test("chat --save exits with 1 where nothing can be kept", async () => {
  const { code, stderr } = await runChat(["--folder", "elsewhere", "--save", "-u", "ana"]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "The flags are not kept.\n");
});
