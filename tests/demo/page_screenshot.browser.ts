// Copyright 2026 the Rivulet authors. MIT license.

// The picture of the page for the README. With PAGE_SCREENSHOT=path it is written there.

import { assert } from "@std/assert";
import { ask, engineSettings, pageTest } from "../support/page_browser.ts";
import { startEngine } from "../support/page_servers.ts";

const MAX_BYTES = 200_000;

const ANSWER =
  "Start with **BurntSushi/ripgrep** [1]: it searches whole folders for a pattern and " +
  "skips what gitignore lists.\n\nTo pick from what it finds as you type, pipe it into " +
  "**junegunn/fzf** [2]. If you only need files by their names, **sharkdp/fd** [3] is the " +
  "shorter way.";

pageTest("the picture of the page is small", async (visit) => {
  await using engine = startEngine({
    // The answer is scripted, and the picture says so.
    models: ["scripted-answer"],
    tokens: ANSWER.split(/(?= )/),
    pauseMs: 80,
  });
  const { page } = await visit({
    settings: engineSettings("local-a", engine.base),
    context: { viewport: { width: 1120, height: 700 } },
  });
  await ask(page, "A fast way to search code from the terminal");
  await page.locator(".meta").waitFor();
  await page.locator("#question").blur();
  const picture = await page.screenshot();
  assert(picture.length < MAX_BYTES, `${picture.length} bytes`);
  const path = Deno.env.get("PAGE_SCREENSHOT");
  if (path !== undefined) await Deno.writeFile(path, picture);
});
