// Copyright 2026 the Rivulet authors. MIT license.

// A release, from the command of the workflow to an app that answers, with a registry on this
// machine.

import { assert, assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { root } from "../support/commands.ts";
import { JsrRegistry } from "./jsr_registry.ts";

const LINES = ["Because", " of", " scattering."]
  .map((content) => `${JSON.stringify({ message: { content } })}\n`).join("");

/** The command with which the workflow publishes. */
async function readPublishing(): Promise<string[]> {
  const workflow = await Deno.readTextFile(new URL(".github/workflows/publish.yml", root));
  const [, command = ""] = /- run: deno (publish .+)/.exec(workflow) ?? [];
  return command.split(" ");
}

/** The example of the module doc of an entry, with another address of its server. */
async function readExample(entry: string, baseUrl: string): Promise<string> {
  const code = await Deno.readTextFile(new URL(entry, root));
  const [, example = ""] = /```ts\n([^]*?)```/.exec(code.replace(/^ \* ?/gm, "")) ?? [];
  assertMatch(example, /http:\/\/localhost:11434/);
  return example.replace("http://localhost:11434", baseUrl);
}

async function deno(
  args: string[],
  { cwd, env }: { cwd: string | URL; env: Record<string, string> },
) {
  const options = { args, cwd, env: { NO_COLOR: "1", ...env }, stdin: "null" } as const;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), options).output();
  const decoder = new TextDecoder();
  assert(success, decoder.decode(stderr));
  return decoder.decode(stdout);
}

Deno.test("what the workflow publishes gives an app its first answer", async (test) => {
  const folder = await Deno.makeTempDir();
  try {
    for (const name of ["published", "app", "cache"]) await Deno.mkdir(`${folder}/${name}`);
    await using registry = new JsrRegistry(`${folder}/published`, config.name);
    const env = { JSR_URL: registry.url, DENO_DIR: `${folder}/cache` };

    await test.step("no slow types, no file too many", async () => {
      const command = [...await readPublishing(), "--allow-dirty", "--token", "of-this-machine"];
      // With the packages that are here already: the check for slow types reads their types.
      await deno(command, { cwd: root, env: { JSR_URL: registry.url } });
      const others = (await registry.files()).filter((path) =>
        !/^(mod\.ts|(providers|embedding|_internal|docs)\/.+)$/.test(path)
      );
      assertEquals(others, ["CHANGELOG.md", "LICENSE", "README.md", "deno.json"]);
    });

    await test.step("an app gets its first answer", async () => {
      const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
      await using server = Deno.serve(options, () => new Response(LINES));
      const host = `127.0.0.1:${server.addr.port}`;
      const imports = { [config.name]: `jsr:${config.name}@^${config.version}` };
      await Deno.writeTextFile(`${folder}/app/deno.json`, JSON.stringify({ imports }));
      const example = await readExample(config.exports["./ollama"], `http://${host}`);
      await Deno.writeTextFile(`${folder}/app/main.ts`, example);
      const command = ["run", "--check", `--allow-net=${host}`, "main.ts"];
      assertEquals(
        await deno(command, { cwd: `${folder}/app`, env }),
        "Because\n of\n scattering.\n",
      );
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
