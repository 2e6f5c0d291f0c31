// Copyright 2026 the Rivulet authors. MIT license.

// Which hosts the terminal program reaches, and which token goes where.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { answerChunks } from "../support/ask.ts";
import { keptFolder, runChat } from "../support/chat_program.ts";
import { startLoopback } from "../support/loopback.ts";
import { hasTerminal, startInTerminal } from "../support/pseudo_terminal.ts";
import { star, startGitHub } from "../support/stars_server.ts";

const tokens: [env: Record<string, string>, sent: string | null, note: RegExp][] = [
  [
    { GITHUB_TOKEN: "token-of-github" },
    null,
    /^GITHUB_TOKEN is for api\.github\.com and does not go to 127\.0\.0\.1:\d+\. Set GITHUB_ENTERPRISE_TOKEN /,
  ],
  [{ GITHUB_ENTERPRISE_TOKEN: "token-of-theirs" }, "Bearer token-of-theirs", /^@ana: /],
  [
    { GITHUB_TOKEN: "token-of-github", GITHUB_ENTERPRISE_TOKEN: "token-of-theirs" },
    "Bearer token-of-theirs",
    /^@ana: /,
  ],
];

for (const [env, sent, note] of tokens) {
  Deno.test(`chat sends ${sent ?? "no token"} to a changed address with ${Object.keys(env)}`, async () => {
    using folder = keptFolder();
    await using github = startGitHub([[star("a/finder")]]);
    const args = ["--folder", folder.path, "--user", "ana", "--matches", "find code"];
    const { code, stderr } = await runChat(args, { ...env, GITHUB_API_URL: github.base });
    assertEquals(code, 0, stderr);
    assertEquals(github.requests.map(({ headers }) => headers.get("authorization")), [sent]);
    assertMatch(stderr, note);
  });
}

Deno.test("chat follows no redirect of GitHub or of a local server", async () => {
  using folder = keptFolder();
  await using other = startLoopback(() => ({ chunks: ["[]"] }));
  await using server = startLoopback(() => ({
    status: 302,
    headers: { location: `${other.base}/elsewhere` },
    chunks: [],
  }));
  const stars = await runChat(
    ["--folder", folder.path, "--user", "ana", "q"],
    { GITHUB_API_URL: server.base, GITHUB_ENTERPRISE_TOKEN: "token-of-theirs" },
  );
  assertEquals([stars.code, stars.stderr], [
    1,
    "GitHub sends to another address, which is not followed: ana may have a new name.\n",
  ]);
  const chat = await runChat(
    ["--rank", "keyword", "--provider", "local-b", "--base-url", server.base, "code"],
  );
  assertEquals(chat.code, 1);
  assertMatch(chat.stderr, /The server at \S+ sends to another address, which is not followed\n$/);
  assertEquals(other.requests, []);
});

Deno.test("chat reads no page of GitHub and no list of models without end", async () => {
  using folder = keptFolder();
  const mebibyte = " ".repeat(1024 * 1024);
  function* endless() {
    for (;;) yield mebibyte;
  }
  await using server = startLoopback(() => ({ chunks: endless() }));
  const stars = await runChat(
    ["--folder", folder.path, "--user", "ana", "q"],
    { GITHUB_API_URL: server.base },
  );
  assertEquals(stars.code, 1);
  assertMatch(stars.stderr, /^\S+ does not answer like GitHub\.\n$/);
  const chat = await runChat(
    ["--rank", "keyword", "--provider", "local-b", "--base-url", server.base, "code"],
  );
  assertEquals(chat.code, 1);
  assertMatch(chat.stderr, /\nThe server at \S+ gives no list of models\n$/);
});

// Neither of the two hosts that mean this machine in the task's permissions.
const OTHER_HOST = "127.0.0.2";

function startOtherHost() {
  const reply = (request: Request) =>
    new Response(
      new URL(request.url).pathname === "/v1/models"
        ? '{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'
        : answerChunks("local-b", ["Take [1]"]).join(""),
    );
  return Deno.serve({ hostname: OTHER_HOST, port: 0, onListen: () => {} }, reply);
}

function argsFor({ addr }: Deno.HttpServer<Deno.NetAddr>): string[] {
  const address = `http://${OTHER_HOST}:${addr.port}`;
  return ["--rank", "keyword", "--provider", "local-b", "--base-url", address, "search code"];
}

Deno.test({
  name: "chat reaches another host as chat:remote only, and says so",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using server = startOtherHost();
    const refused = await runChat(argsFor(server));
    assertEquals([refused.code, refused.stdout], [1, ""]);
    const place = `${OTHER_HOST}:${server.addr.port}`;
    assertStringIncludes(
      refused.stderr,
      `This run may not reach ${place}. Use deno task -q chat:remote, or add --allow-net=${place} to `,
    );
    const allowed = await runChat(argsFor(server), {}, { task: "chat:remote" });
    assertEquals([allowed.code, allowed.stdout], [0, "Take [1]\n"]);
  },
});

Deno.test("chat says that it may not keep anything in a folder that was named", async () => {
  const { code, stdout, stderr } = await runChat(["--folder", "elsewhere", "--matches", "code"]);
  assertEquals([code, stdout.length > 0], [0, true]);
  assertStringIncludes(
    stderr,
    "This run may not keep anything in elsewhere. " +
      "Add --allow-read=elsewhere --allow-write=elsewhere to its deno command.\n",
  );
  assertEquals(stderr.split("elsewhere.").length, 2);
});

Deno.test("chat hands on why GitHub refuses", async () => {
  using folder = keptFolder();
  const message = "Resource protected by organization SAML enforcement.";
  await using github = startLoopback(({ path }) =>
    path.includes("/bob/")
      ? { status: 403, chunks: [JSON.stringify({ message })] }
      : { status: 502, chunks: ["<html>502 Bad Gateway</html>"] }
  );
  const env = { GITHUB_API_URL: github.base };
  const refused = await runChat(["--folder", folder.path, "--user", "bob", "q"], env);
  assertEquals([refused.code, refused.stderr], [
    1,
    `GitHub refuses this request.\nThe server says: ${message}\n`,
  ]);
  const broken = await runChat(["--folder", folder.path, "--user", "ana", "q"], env);
  assertEquals(broken.stderr, "GitHub had a problem (502). Try again in a moment.\n");
});

for (const [key, stdout] of [["y", "Take [1]"], ["n", "This run may not reach"]] as const) {
  Deno.test({
    name: `chat asks in a terminal whether it may reach another host: ${key}`,
    ignore: !hasTerminal,
    async fn() {
      await using server = startOtherHost();
      const program = startInTerminal(argsFor(server), { columns: 100 });
      await program.shows("Allow?");
      // What is typed in the moment in which the question appears is thrown away.
      const typing = setInterval(() => void program.type(`${key}\r`), 200);
      await program.shows(key === "y" ? "Granted" : "Denied");
      clearInterval(typing);
      const { code, raw, screen } = await program.end();
      // Before the first match: nothing waits meanwhile.
      assert(raw.indexOf("Allow?") < raw.indexOf("Sample:"), raw);
      assertEquals(code, key === "y" ? 0 : 1, raw);
      assertStringIncludes(screen.join("\n"), stdout);
    },
  });
}
