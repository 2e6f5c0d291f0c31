// Copyright 2026 the Rivulet authors. MIT license.

// The pictures of the README and of docs/demo.md. With PAGE_SCREENSHOT=path one is written there: the
// answer of the model PAGE_MODEL of the server PAGE_SERVER, such as llama.cpp, and of no other.

import { assert } from "@std/assert";
import { ask, engineSettings, pageTest } from "../support/page_browser.ts";
import { startEngine } from "../support/page_servers.ts";

const MAX_BYTES = 200_000;

const ANSWER =
  "Start with **BurntSushi/ripgrep** [1]: it searches whole folders for a pattern and " +
  "skips what gitignore lists.\n\nTo pick from what it finds as you type, pipe it into " +
  "**junegunn/fzf** [2]. If you only need files by their names, **sharkdp/fd** [3] is the " +
  "shorter way.";

const {
  PAGE_SCREENSHOT: path,
  PAGE_SERVER: server,
  PAGE_MODEL: model,
  PAGE_QUESTION: question = "A fast way to search code from the terminal",
} = Deno.env.toObject();

pageTest("the picture of the page is small", async (visit) => {
  assert(path === undefined || server !== undefined, "A picture shows a real answer: PAGE_SERVER");
  await using engine = startEngine({ models: ["scripted-answer"], tokens: ANSWER.split(/(?= )/) });
  const { page } = await visit({
    settings: server === undefined
      ? engineSettings("local-a", engine.base)
      : engineSettings("local-b", server, model),
    context: { viewport: { width: 1120, height: 700 } },
  });
  await ask(page, question);
  await page.locator(".meta").waitFor();
  await page.locator("#question").blur();
  const picture = await page.screenshot();
  assert(picture.length < MAX_BYTES, `${picture.length} bytes`);
  if (path !== undefined) await Deno.writeFile(path, picture);
});
