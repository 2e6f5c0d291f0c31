// Copyright 2026 the Rivulet authors. MIT license.

// The two programs of the page, as their tasks run them.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { headersFile, headersOf } from "../../demo/build/headers.ts";
import { CONTENT_SECURITY_POLICY } from "../../demo/build/policy.ts";
import config from "../../deno.json" with { type: "json" };
import { root } from "../support/commands.ts";
import { readStart, startTask } from "../support/demo_program.ts";
import { closedPort } from "../support/loopback.ts";
import { copyProject } from "../support/project_copy.ts";

/** Starts the page, uses it, and stops it; gives what it printed. */
async function visitDemo(
  cwd: string | URL | undefined,
  use: (address: string) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const program = startTask("demo", cwd === undefined ? {} : { cwd });
  try {
    const { lines, address } = await readStart(program);
    assert(address !== undefined, lines.join("\n"));
    await use(address);
    return lines;
  } finally {
    await stop(program);
  }
}

async function stop(program: Deno.ChildProcess): Promise<void> {
  try {
    program.kill();
  } catch {
    // It has ended by itself.
  }
  await program.stderr.cancel();
  await program.status;
}

async function inCopy(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await copyProject(folder);
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function fetchText(address: string): Promise<string> {
  return await (await fetch(address)).text();
}

Deno.test("the demo says where it is, takes the next port where one is busy, and serves files of the page only", async () => {
  await visitDemo(undefined, async (address) => {
    await visitDemo(undefined, async (other) => {
      assert(address !== other, address);
      const response = await fetch(`${other}/`);
      const policy = response.headers.get("content-security-policy")!;
      assertStringIncludes(policy, CONTENT_SECURITY_POLICY);
      assertStringIncludes(policy, "frame-ancestors 'none'");
      for (const [name, value] of headersOf("index.html")) {
        assertEquals([name, response.headers.get(name)], [name, value]);
      }
      assertStringIncludes(await response.text(), '<script type="module" src="main.js">');
      for (const path of ["/deno.json", "/../deno.json", "/%2e%2e/deno.json", "/page/main.tsx"]) {
        const { status, body } = await fetch(other + path);
        await body?.cancel();
        assertEquals(status, 404);
      }
    });
  });
});

Deno.test("the demo takes no arguments, and says so before it builds", async () => {
  const { code, stdout, stderr } = await startTask("demo", { args: ["--port", "9000"] }).output();
  const words = 'Leave out "--port 9000", the page takes the first free port from 8000 on\n';
  assertEquals([code, new TextDecoder().decode(stdout), new TextDecoder().decode(stderr)], [
    1,
    "",
    words,
  ]);
});

Deno.test("the demo can read and write nothing while it serves", async () => {
  const probe = new URL("../support/permission_probe.ts", import.meta.url).href;
  const [, run = "", ...flags] = config.tasks.demo.command.split(" ");
  const program = new Deno.Command(Deno.execPath(), {
    args: [run, `--preload=${probe}`, ...flags],
    env: { NO_COLOR: "1" },
    cwd: root,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  try {
    const { address, lines } = await readStart(program);
    assert(address !== undefined, lines.join("\n"));
    const response = await fetch(address);
    await response.body?.cancel();
    assertEquals(response.headers.get("x-granted"), "");
  } finally {
    await stop(program);
  }
});

Deno.test("the demo builds at its first start and after a change, and says so; a damaged build is not served", async () => {
  await inCopy(async (folder) => {
    const building = "Building the page…";
    let page = "";
    const readPage = async (address: string) => {
      page = await fetchText(`${address}/`);
    };
    const first = await visitDemo(folder, readPage);
    assertEquals([first.length, first[0]], [3, building]);
    const whole = page;
    assertEquals(await visitDemo(folder, readPage), first.slice(1));
    assertEquals(page, whole);

    const [kept, ...others] = await Array.fromAsync(Deno.readDir(`${folder}/.rivulet/page`));
    assertEquals(others, []);
    await Deno.truncate(`${folder}/.rivulet/page/${kept!.name}`, 100_000);
    assertEquals(await visitDemo(folder, readPage), first);
    assertEquals(page, whole);

    const source = `${folder}/demo/page/index.html`;
    const text = await Deno.readTextFile(source);
    await Deno.writeTextFile(source, text.replace("<title>Ask your stars", "<title>Ask our stars"));
    assertEquals(await visitDemo(folder, readPage), first);
    assertStringIncludes(page, "<title>Ask our stars");
  });
});

Deno.test("the demo serves what it has built where it cannot keep it, and says so", async () => {
  await inCopy(async (folder) => {
    await Deno.writeTextFile(`${folder}/.rivulet`, "a file in the place of the folder");
    const [building, unkept, ...rest] = await visitDemo(folder, async (address) => {
      assertStringIncludes(await fetchText(`${address}/`), "<title>Ask your stars</title>");
    });
    assertEquals([building, rest.length], ["Building the page…", 2]);
    assertMatch(unkept!, /^The build is not kept for the next start: /);
  });
});

for (
  const { title, breakIt, sentence } of [
    {
      title: "code that cannot be bundled",
      async breakIt(folder: string): Promise<Record<string, string>> {
        const source = `${folder}/demo/page/main.tsx`;
        const text = await Deno.readTextFile(source);
        await Deno.writeTextFile(source, text + 'import "./nowhere.ts";\n');
        return {};
      },
      sentence:
        /^Correct demo\/page\/main\.tsx, line \d+ and start again, it cannot be bundled: Module not found [^\n]+\n$/,
    },
    {
      title: "a bundler that cannot be fetched",
      breakIt: (folder: string): Promise<Record<string, string>> =>
        Promise.resolve({
          DENO_DIR: `${folder}/empty-cache`,
          NPM_CONFIG_REGISTRY: `http://127.0.0.1:${closedPort()}/`,
        }),
      sentence:
        /^(Download [^\n]+\n)*Check the connection and start again, the bundler of Deno does not run: [^\n]+\n$/,
    },
  ]
) {
  Deno.test(`a failed build says in one sentence what to do, and keeps nothing: ${title}`, async () => {
    await inCopy(async (folder) => {
      const env = await breakIt(folder);
      const { code, stdout, stderr } = await startTask("demo", { cwd: folder, env }).output();
      assertEquals(new TextDecoder().decode(stdout), "Building the page…\n");
      assertMatch(new TextDecoder().decode(stderr), sentence);
      assertEquals(code, 1);
      const names = await Array.fromAsync(Deno.readDir(folder));
      assert(!names.some(({ name }) => name === ".rivulet"));
    });
  });
}

Deno.test("the build writes the page for any static host, its policy inside", async () => {
  const folder = await Deno.makeTempDir();
  const { code, stdout } = await startTask("demo:build", { args: [folder] }).output();
  assertEquals(code, 0);
  assertMatch(
    new TextDecoder().decode(stdout),
    /^(Building the page…\n)?\d+ files in .+: put them on any static host\n$/,
  );
  const page = await Deno.readTextFile(`${folder}/index.html`);
  assertStringIncludes(page, `content="${CONTENT_SECURITY_POLICY}"`);
  assertEquals(await Deno.readTextFile(`${folder}/_headers`), headersFile());
  // Relative addresses alone: a static host may serve the page from a folder.
  assertEquals([...page.matchAll(/(?:src|href)="(\/|https?:)/g)], []);
  for (const [, name] of page.matchAll(/(?:src|href)="([^"#]+)"/g)) {
    await Deno.stat(`${folder}/${name}`);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the headers for static hosts keep to what Cloudflare Pages and Netlify read", () => {
  const lines = headersFile().split("\n");
  const paths = lines.filter((line) => line.startsWith("/"));
  // https://developers.cloudflare.com/pages/configuration/headers/
  assert(paths.length <= 100, `${paths.length}`);
  for (const line of lines) {
    assert(line.length <= 2000, line);
    assertMatch(line, /^$|^\/[\w.*]+$|^ {2}[\w-]+: [\x21-\x7e][\x20-\x7e]*$/);
  }
});
