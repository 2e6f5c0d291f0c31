// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { SOFTWARE_WEBGPU } from "../support/chromium.ts";
import {
  ask,
  engineSettings,
  findFaults,
  pageTest,
  sidewaysScroll,
  type VisitOptions,
} from "../support/page_browser.ts";
import { startEngine } from "../support/page_servers.ts";

const ANSWER =
  "## Start here\n\nTake **BurntSushi/ripgrep** [1], or `nobody/invented-it` [2].\n\n" +
  "- one\n- two\n\n| Tool | Language |\n|---|---|\n| ripgrep | Rust |\n\n" +
  "```sh\nrg --files --hidden --follow --glob '!.git' | fzf --preview 'bat --color=always {}'\n```\n";

/** The states of the page, each reached from a fresh start. */
const states: Record<string, (page: Page) => Promise<void>> = {
  "first visit": () => Promise.resolve(),
  "answer and what was sent": async (page) => {
    await ask(page);
    await page.getByRole("button", { name: "What was sent" }).click();
    await page.locator(".citation").first().click();
  },
  "consent": async (page) => {
    await page.evaluate(() => localStorage.setItem("ask-stars", '{"engine":"webllm"}'));
    await page.reload();
    await ask(page);
    await page.getByText("Download a model to write answers?").waitFor();
  },
  "failure": async (page) => {
    await page.evaluate(() =>
      localStorage.setItem(
        "ask-stars",
        '{"engine":"local-a","engines":{"local-a":{"baseUrl":"http://localhost:9"}}}',
      )
    );
    await page.reload();
    await ask(page);
    await page.locator(".panel.error").waitFor();
  },
  "stars dialog": async (page) => {
    await page.click("#stars-chip");
    await page.getByText("Token and GitHub server").click();
  },
  "engine dialog, server": async (page) => {
    await page.click("#engine-chip");
    await page.getByRole("button", { name: "Check connection" }).click();
    await page.getByText("1 model ready.").first().waitFor();
  },
  "engine dialog, remote": async (page) => {
    await page.click("#engine-chip");
    await page.getByRole("radio", { name: "Remote" }).check();
  },
  "privacy dialog": async (page) => {
    await page.click("#privacy-chip");
    await page.getByText("The browser counts").waitFor();
  },
};

const looks: [string, VisitOptions][] = [
  ["1280 px, light", { width: 1280 }],
  ["1280 px, dark", { width: 1280, scheme: "dark" }],
  ["390 px, light", { width: 390 }],
  ["390 px, dark", { width: 390, scheme: "dark" }],
  ["320 px, dark", { width: 320, scheme: "dark" }],
];

for (const [look, options] of looks) {
  pageTest(`the page has no fault that axe finds and nothing cut off: ${look}`, async (visit) => {
    await using engine = startEngine({ tokens: [ANSWER] });
    const faults: Record<string, unknown> = {};
    for (const [name, reach] of Object.entries(states)) {
      const settings = engineSettings("local-a", engine.base);
      const { page, context } = await visit({ ...options, settings });
      await reach(page);
      const found = [...await findFaults(page), await sidewaysScroll(page)];
      if (found.length > 1 || found[0] !== 0) faults[name] = found;
      await context.close();
    }
    assertEquals(faults, {});
  }, { flags: () => SOFTWARE_WEBGPU });
}

for (const width of [1280, 390, 320]) {
  pageTest(`the page fits ${width} px with letters of twice the size`, async (visit) => {
    await using engine = startEngine({ tokens: [ANSWER] });
    const { page } = await visit({ width, settings: engineSettings("local-a", engine.base) });
    await page.evaluate(() => document.documentElement.style.fontSize = "200%");
    await ask(page);
    await page.locator(".meta").waitFor();
    assertEquals(await sidewaysScroll(page), 0);
    await page.click("#engine-chip");
    const dialog = page.locator("#engine-dialog");
    assertEquals(
      await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      0,
    );
  });
}

pageTest(
  "forced colours keep the mark of a cited match, reduced motion stops the caret",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Take [1]", " "], isOpen: true });
    const { page } = await visit({
      settings: engineSettings("local-a", engine.base),
      context: { forcedColors: "active", reducedMotion: "reduce" },
    });
    await ask(page);
    const caret = page.locator(".answer-text.caret");
    await caret.waitFor();
    const display = await caret.evaluate((prose) => getComputedStyle(prose, "::after").display);
    assertEquals(display, "none");
    await page.keyboard.press("Escape");
    const card = page.locator(".card.cited").first();
    await card.waitFor();
    assertEquals(await card.evaluate((cited) => getComputedStyle(cited).borderLeftWidth), "6px");
  },
);
