// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { mustRun, root } from "../support/commands.ts";

const ENGINE = "@mlc-ai/web-llm";

/** What a command prints. */
function deno(...args: string[]): Promise<string> {
  return mustRun([Deno.execPath(), ...args], root);
}

interface Module {
  specifier: string;
  dependencies?: { specifier: string; isDynamic?: boolean }[];
}

/** The modules that an entry reaches, dynamic imports included. */
async function modulesOf(entry: string): Promise<Module[]> {
  const { modules } = JSON.parse(await deno("info", "--json", entry)) as { modules: Module[] };
  assert(modules.length > 1);
  return modules;
}

const imports = (modules: Module[]) =>
  modules.flatMap(({ dependencies = [] }) => dependencies).filter(({ specifier }) =>
    specifier === ENGINE
  );

Deno.test("the entry ./embedding does not even name the engine", async () => {
  const modules = await modulesOf("embedding/mod.ts");
  assertEquals(imports(modules), []);
  for (const { specifier } of modules) {
    assert(!(await Deno.readTextFile(new URL(specifier))).includes("web-llm"), specifier);
  }
});

for (const entry of ["mod.ts", "providers/mod.ts", "providers/webllm/mod.ts"]) {
  Deno.test(`${entry} imports the engine in one place, and only on demand`, async () => {
    const found = imports(await modulesOf(entry));
    assertEquals(found.map(({ isDynamic }) => isDynamic), [true]);
  });
}

Deno.test("only the entry ./webllm reaches what embeds in the browser", async () => {
  const client = "/embedding/webllm/create_client.ts";
  const reaches = async (entry: string) =>
    (await modulesOf(entry)).some(({ specifier }) => specifier.endsWith(client));
  assert(await reaches("providers/webllm/mod.ts"));
  for (const entry of ["mod.ts", "providers/mod.ts", "embedding/mod.ts"]) {
    assert(!await reaches(entry), entry);
  }
});

Deno.test("the engine is evaluated at the first question to webllm, not for another provider", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${folder}/engine.js`,
      'console.log("evaluated"); export const prebuiltAppConfig = { model_list: [] };',
    );
    await Deno.writeTextFile(
      `${folder}/imports.json`,
      JSON.stringify({
        imports: { [ENGINE]: "./engine.js", "@rivulet/llm": new URL("mod.ts", root).href },
      }),
    );
    await Deno.writeTextFile(
      `${folder}/main.js`,
      `import { getProviderById } from "@rivulet/llm";
      const fetch = () => Promise.resolve(new Response('{"message":{"content":"Hi"}}'));
      const local = getProviderById("local-a");
      const config = { baseUrl: "http://localhost:1", model: "m", fetch };
      for await (const token of local.tokens(config, { prompt: "Q" })) console.log(token);
      const requestAdapter = () => Promise.resolve({ features: new Set() });
      Object.defineProperty(navigator, "gpu", { value: { requestAdapter } });
      const answer = getProviderById("webllm").tokens(config, { prompt: "Q" });
      await answer[Symbol.asyncIterator]().next().catch((error) => console.log(error.code));`,
    );
    const map = `--import-map=${folder}/imports.json`;
    const output = await deno("run", "--no-config", "--no-lock", map, `${folder}/main.js`);
    assertStrictEquals(output, "Hi\nevaluated\nconfig\n");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
