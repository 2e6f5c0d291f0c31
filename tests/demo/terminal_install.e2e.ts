// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { dirname } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { mustRun, root } from "../support/commands.ts";

const documentation = Deno.readTextFileSync(new URL("docs/terminal.md", root));

/** The commands of the documentation that install the program, with other folders. */
function installCommands(folder: string): string[] {
  const [, block = ""] = /## Installed\n[^]*?```sh\n([^]*?)```/.exec(documentation) ?? [];
  return block
    .replaceAll("\\\n", " ")
    .replaceAll("$HOME", `${folder}/home`)
    .replaceAll("dist/ask-stars", `${folder}/ask-stars`)
    .replace("deno install --global", `deno install --global --root ${folder}`)
    .trim()
    .split("\n");
}

Deno.test({
  name: "the commands of the documentation install the program, which then runs in any folder",
  ignore: Deno.build.os === "windows",
  async fn() {
    const folder = await Deno.makeTempDir();
    const path = `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`;
    const shell = (line: string) => ["env", `PATH=${path}`, "sh", "-c", line];
    try {
      const commands = installCommands(folder);
      assertEquals(commands.length, 2);
      for (const command of commands) await mustRun(shell(command), root);
      const program = `${folder}/bin/ask-stars`;
      const version = await mustRun(shell(`${program} --version`), folder);
      assertEquals(version, `${config.version}\n`);
      const matches = await mustRun(
        shell(`${program} --matches "search code" < /dev/null`),
        folder,
      );
      assertStringIncludes(matches, "  1  BurntSushi/ripgrep ");
      assertEquals(
        await mustRun(shell(`${program} --open 1`), folder),
        "https://github.com/BurntSushi/ripgrep\n",
      );
      const kept = Array.from(Deno.readDirSync(`${folder}/home/.rivulet`), ({ name }) => name);
      assertEquals(kept, ["last.json"]);
      const csv = await mustRun(shell(`${program} --export csv "search code" < /dev/null`), folder);
      assertStringIncludes(csv, "\nBurntSushi/ripgrep,https://github.com/");
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("the documentation of the installed program asks for the permissions of the task", () => {
  const flags = (text: string) =>
    text.match(/--allow-\w+(=[\w,.:[\]-]+)?/g)!.filter((flag) => !/read|write/.test(flag))
      .toSorted();
  const [, installed = ""] = /(deno install[^]*?)```/.exec(documentation) ?? [];
  assertEquals(flags(installed), flags(config.tasks.chat.command));
});
