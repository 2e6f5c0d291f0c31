// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { widthOf } from "../../demo/terminal/fit.ts";
import { answerChunks } from "../support/ask.ts";
import { type ChatRun, keptFolder, runChat } from "../support/chat_program.ts";
import { startLoopback } from "../support/loopback.ts";
import { hasTerminal, runInTerminal } from "../support/pseudo_terminal.ts";
import { star, startGitHub } from "../support/stars_server.ts";

const QUESTION = "fast way to search code from the terminal";
const ANSWER =
  "For code, start with BurntSushi/ripgrep [1]: it skips what gitignore lists. To pick from " +
  "what it finds, pipe it to junegunn/fzf [2].";

function startLlama(tokens: string[] = ANSWER.split(/(?<= )/)) {
  return startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'] }
      : { chunks: answerChunks("local-b", tokens) }
  );
}

function place(base: string): string[] {
  return ["--rank", "keyword", "--provider", "local-b", "--base-url", base, QUESTION];
}

for (const columns of [40, 80]) {
  Deno.test({
    name: `chat fits a terminal of ${columns} columns`,
    ignore: !hasTerminal,
    async fn() {
      await using server = startLlama();
      const { code, screen } = await runInTerminal(place(server.base), { columns });
      assertEquals(code, 0);
      for (const line of screen) assert(widthOf(line) <= columns || /^ *http/.test(line), line);
      const text = screen.join("\n");
      assertStringIncludes(text.replace(/\n/g, " "), ANSWER);
      assertMatch(text, /\n {2}1 {2}BurntSushi\/ripgrep {2}Rust, 5\dk stars\n {5}Searches .*…\n/);
      assertMatch(
        text,
        /\n\[1\] BurntSushi\/ripgrep\s+https:\/\/github\.com\/BurntSushi\/ripgrep\n/,
      );
      // How wide the speed is tells where this line breaks.
      assertMatch(
        text,
        /\nfirst word \d\.\d s,\sabout\s[\d.,]+\stok\/s,\sabout\s\d+\stokens\n$/,
      );
    },
  });
}

Deno.test({
  name: "chat shows colours and links on a terminal that has them, and never with NO_COLOR",
  ignore: !hasTerminal,
  async fn() {
    const args = ["--matches", QUESTION];
    const coloured = await runInTerminal(args, { columns: 80, env: { VTE_VERSION: "7600" } });
    assertStringIncludes(
      coloured.raw,
      "\x1b]8;;https://github.com/BurntSushi/ripgrep\x1b\\\x1b[1mBurntSushi/ripgrep\x1b[22m\x1b]8;;\x1b\\",
    );
    const plain = await runInTerminal(args, { columns: 80, env: { NO_COLOR: "1" } });
    // Before it, Deno itself clears its line.
    assert(!plain.raw.slice(plain.raw.indexOf("Sample")).includes("\x1b"), plain.raw);
    assertEquals(plain.screen, coloured.screen);
  },
});

Deno.test("chat writes no escape sequence into a pipe", async () => {
  await using server = startLlama();
  const env = { NO_COLOR: "", VTE_VERSION: "7600", FORCE_COLOR: "1" };
  const { stdout, stderr } = await runChat(place(server.base), env);
  assert(!`${stdout}${stderr}`.includes("\x1b"), stderr);
});

Deno.test({
  name: "chat shows another order of the matches without telling of each again",
  ignore: !hasTerminal,
  async fn() {
    using folder = keptFolder();
    await using server = startLoopback(({ path, body }) => {
      if (path === "/api/tags") {
        return { chunks: ['{"models":[{"name":"llama3.1:8b"},{"name":"test-embed"}]}'] };
      }
      if (path === "/api/chat") return { chunks: answerChunks("local-a", ["Take [1]"]) };
      const { input } = JSON.parse(body) as { input: string[] };
      const embeddings = input.map((text) => /photo|snapshots/i.test(text) ? [1, 0] : [0, 1]);
      return { chunks: [JSON.stringify({ embeddings })] };
    });
    const args = ["--folder", folder.path, "--provider", "local-a", "--base-url", server.base];
    const { screen } = await runInTerminal([...args, "photo album"], { columns: 80 });
    const text = screen.join("\n");
    assertEquals(text.match(/^Sample: .*ranking: keyword$/gm)?.length, 1);
    assertEquals(text.match(/^Sample: .*ranking: keyword \+ test-embed$/gm)?.length, 1);
    const name = "immich-app/immich";
    assertEquals(text.split(name).length - 1 >= 2, true, text);
    const description = /immich-app\/immich .*\n {5}(\S+ \S+)/.exec(text)![1]!;
    assertEquals(text.split(description).length - 1, 1, text);
  },
});

const HOSTILE =
  "\x1b[2J\x1b]0;owned\x07\x9b31m\u202etxt\u2066\x00\x08\r\u200b\u{e0041}\u3164\ufe01";
const DANGEROUS =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/u;

function assertHarmless({ stdout, stderr }: ChatRun): void {
  const found = DANGEROUS.exec(stdout + stderr);
  assertEquals(found, null, `${JSON.stringify(stdout)}\n${JSON.stringify(stderr)}`);
}

Deno.test("chat lets no escape sequence of any server through", async () => {
  using folder = keptFolder();
  await using github = startGitHub([[star("a/finder", `Finds code ${HOSTILE}`)]]);
  await using server = startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: [JSON.stringify({ data: [{ id: `q${HOSTILE}`, owned_by: HOSTILE }] })] }
      : {
        chunks: [
          ...answerChunks("local-b", ["Take ", HOSTILE, "[1]"]).slice(0, -1),
          `data: ${JSON.stringify({ error: { message: `no${HOSTILE}` } })}\n\n`,
        ],
      }
  );
  const env = { GITHUB_API_URL: github.base };
  const stars = ["--folder", folder.path, "--user", "ana"];
  const ask = [...stars, "--rank", "keyword", "--provider", "local-b", "--base-url", server.base];
  const answered = await runChat([...ask, "find code"], env);
  assertEquals(answered.code, 1);
  assertStringIncludes(answered.stdout, "Take ␛[2J␛]0;owned␇\ufffd31mtxt␀␈ [1]\n");
  assertHarmless(answered);
  for (
    const args of [
      [...ask, "--json", "find code"],
      [...ask, "--model", `m${HOSTILE.replaceAll("\0", "")}`, "find code"],
      [...stars, "--matches", "find code"],
      [...stars, "--stars"],
      [...stars, "--export", "md", "find code"],
      [...stars, "--export", "csv", "find code"],
      [...stars, "--export", "json", "find code"],
      [...stars, "--open", "1"],
      ["--user", "\x1b[2Jx", "q"],
      ["--\x1b[2J", "q"],
    ]
  ) assertHarmless(await runChat(args, env));
});

Deno.test("chat lets no escape sequence of an embedding model's name through", async () => {
  using folder = keptFolder();
  const model = `all-minilm${HOSTILE}`;
  await using server = startLoopback(({ path, body }) => {
    if (path === "/api/tags") {
      return {
        chunks: [JSON.stringify({ models: [{ name: `llama${HOSTILE}` }, { name: model }] })],
      };
    }
    if (path === "/api/chat") return { chunks: answerChunks("local-a", ["Take [1]"]) };
    const { input } = JSON.parse(body) as { input: string[] };
    return { chunks: [JSON.stringify({ embeddings: input.map(() => [1, 0]) })] };
  });
  const args = ["--folder", folder.path, "--provider", "local-a", "--base-url", server.base];
  for (const more of [[], ["--json"]]) {
    const run = await runChat([...args, ...more, "photo album"]);
    assertEquals(run.code, 0, run.stderr);
    assertHarmless(run);
  }
  assertStringIncludes(
    (await runChat([...args, "photo album"])).stderr,
    "   ranking: keyword + all-minilm␛[2J␛]0;owned␇\ufffd31mtxt␀␈",
  );
});

Deno.test("chat sends a model nothing of a repository or of its input that cannot be seen", async () => {
  using folder = keptFolder();
  const hidden = `Finds code${HOSTILE}`;
  const entry = star("a/finder", hidden) as { repo: Record<string, unknown> };
  Object.assign(entry.repo, {
    language: `Rust${HOSTILE}`,
    topics: [`search${HOSTILE}`],
    license: { "spdx_id": `MIT${HOSTILE}` },
  });
  await using github = startGitHub([[entry]]);
  const sent: string[] = [];
  await using server = startLoopback(({ path, body }) => {
    if (path === "/api/tags") {
      return { chunks: ['{"models":[{"name":"llama3.1:8b"},{"name":"all-minilm"}]}'] };
    }
    sent.push(body);
    if (path === "/api/chat") return { chunks: answerChunks("local-a", ["Take [1]"]) };
    const { input } = JSON.parse(body) as { input: string[] };
    return { chunks: [JSON.stringify({ embeddings: input.map(() => [1, 0]) })] };
  });
  const args = ["--folder", folder.path, "--user", "ana", "--rank", "both"];
  const env = { GITHUB_API_URL: github.base };
  const place = ["--provider", "local-a", "--base-url", server.base];
  const input = "find code \x1b[31mred\x1b[0m\u{e0041}\u202e";
  const run = await runChat([...args, ...place, "-"], env, { input });
  assertEquals(run.code, 0, run.stderr);
  const texts = sent.flatMap((body) => strings(JSON.parse(body)));
  assert(texts.some((text) => text.includes("Language: Rust")), texts.join("\n"));
  assert(texts.some((text) => text.includes("find code red")), texts.join("\n"));
  for (const text of texts) assertEquals(DANGEROUS.exec(text), null, JSON.stringify(text));
});

/** All texts in a value. */
function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

Deno.test("chat cuts the endless words of a server, and gives them whole with --json", async () => {
  const words = `no ${"more ".repeat(10_000)}`.trim();
  await using server = startLoopback((request) =>
    request.path === "/v1/chat/completions"
      ? { status: 400, chunks: [JSON.stringify({ error: { message: words } })] }
      : { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'] }
  );
  const refused = await runChat(place(server.base));
  assertEquals(refused.code, 1);
  const [, said = ""] = /^The server says: ([^]*)$/m.exec(refused.stderr) ?? [];
  assert(said.length < 1100, `${said.length}`);
  assertMatch(said, /… \([\d,]+ more characters, with --json\)\n$/);
  const events = await runChat(["--json", ...place(server.base)]);
  const failure = JSON.parse(events.stdout.trim().split("\n").at(-1)!);
  assertEquals(failure.serverWords, words);
});

Deno.test("chat --open gives no address of a planted file but a repository's", async () => {
  using folder = keptFolder();
  await Deno.mkdir(folder.url, { recursive: true });
  const planted = [
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://github.com.evil.example/a/b",
    "https://github.com/a/b?tab=x",
    "https://github.com/a/b",
  ];
  await Deno.writeTextFile(new URL("last.json", folder.url), JSON.stringify(planted));
  const args = ["--folder", folder.path, "--open"];
  assertEquals((await runChat([...args, "1"])).stdout, "https://github.com/a/b\n");
  assertEquals((await runChat([...args, "2"])).code, 3);
});

Deno.test("chat lets no escape sequence of a refusal through", async () => {
  for (const path of ["/v1/models", "/v1/chat/completions"]) {
    await using server = startLoopback((request) =>
      request.path === path
        ? { status: 400, chunks: [JSON.stringify({ error: { message: `no ${HOSTILE}` } })] }
        : { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'] }
    );
    const refused = await runChat(place(server.base));
    assertEquals(refused.code, 1);
    assertStringIncludes(refused.stderr, "The server says: no ␛[2J");
    assertHarmless(refused);
  }
});

Deno.test("chat takes a repository with an impossible name for an answer that is not GitHub's", async () => {
  using folder = keptFolder();
  await using github = startGitHub([[star(`a/${HOSTILE}`)]]);
  const refused = await runChat(
    ["--folder", folder.path, "--user", "ana", "q"],
    { GITHUB_API_URL: github.base },
  );
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "does not answer like GitHub.\n");
  assertHarmless(refused);
});

Deno.test({
  name: "chat --open opens the browser on a terminal, and writes the address where there is none",
  ignore: !hasTerminal,
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      const opened = `${folder}/opened`;
      const env = { PATH: `${folder}:${Deno.env.get("PATH")}` };
      const write = async (line: string) => {
        await Deno.writeTextFile(`${folder}/xdg-open`, `#!/bin/sh\n${line}\n`, { mode: 0o700 });
      };
      await write(`echo "$@" > ${opened}`);
      const { code, screen } = await runInTerminal(["--open", "1", QUESTION], { columns: 80, env });
      const page = "https://github.com/BurntSushi/ripgrep";
      assertEquals([code, screen], [0, [`Opened ${page} in the browser.`, ""]]);
      assertEquals(await Deno.readTextFile(opened), `${page}\n`);
      await write("exit 3");
      const none = await runInTerminal(["--open", "1", QUESTION], { columns: 80, env });
      assertEquals([none.code, none.screen], [0, [page, ""]]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
