// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { SOFTWARE_WEBGPU } from "../support/chromium.ts";
import {
  ask,
  COLOUR_RULES,
  engineSettings,
  findFaults,
  pageTest,
  sidewaysScroll,
  type Visit,
  type VisitOptions,
} from "../support/page_browser.ts";
import { scriptedEngineFiles } from "../support/page_engine.ts";
import { LONG_ANSWER, startStand } from "../support/page_stand.ts";
import { type PageState, pageStates, settingsOf } from "../support/page_states.ts";
import { startEngine } from "../support/page_servers.ts";

const ALL = Object.keys(pageStates);
/** Those in which most of the page is to be seen. */
const SOME = [
  "first visit",
  "model consent",
  "done, and what was sent",
  "remote, first time",
  "failure",
  "READMEs are read",
  "stars dialog",
  "engine dialog, server",
  "privacy dialog",
];

for (const [width, names] of [[1280, SOME], [390, SOME], [320, ALL]] as const) {
  const title = `${width} px, light and dark${names === ALL ? ", each state" : ""}`;
  pageTest(`the page has no fault that axe finds and nothing cut off: ${title}`, async (visit) => {
    const faults: Record<string, unknown> = {};
    for (const name of names) {
      const found = await faultsOf(pageStates[name]!, { visit, width });
      if (found.length > 0) faults[name] = found;
    }
    assertEquals(faults, {});
  }, { flags: () => SOFTWARE_WEBGPU, files: scriptedEngineFiles });
}

async function faultsOf(
  state: PageState,
  { visit, width }: { visit: (options: VisitOptions) => Promise<Visit>; width: number },
): Promise<string[]> {
  await using stand = startStand();
  const settings = settingsOf(state, stand);
  const { page, context, outside } = await visit({ width, settings });
  await state.reach({ ...stand, page, context });
  const sideways = await sidewaysScroll(page);
  const inLight = await findFaults(page);
  // In the dark nothing but the colours is another.
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await findFaults(page, COLOUR_RULES);
  const found = [
    ...inLight,
    ...inDark.map((fault) => `dark: ${fault}`),
    ...(sideways === 0 ? [] : [`${sideways} px to scroll sideways`]),
  ];
  await context.close();
  // The hosts of the models are played. Only now does no request to them come any more.
  if (state.goesOut === true) outside.length = 0;
  return found;
}

for (const width of [1280, 390, 320]) {
  pageTest(`the page fits ${width} px with letters of twice the size`, async (visit) => {
    await using engine = startEngine({ tokens: [LONG_ANSWER] });
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
    const last = page.locator(".answer-text.caret > :last-child");
    await last.waitFor();
    const display = await last.evaluate((block) => getComputedStyle(block, "::after").display);
    assertEquals(display, "none");
    await page.keyboard.press("Escape");
    const card = page.locator(".card.cited").first();
    await card.waitFor();
    assertEquals(await card.evaluate((cited) => getComputedStyle(cited).borderLeftWidth), "6px");
  },
);
