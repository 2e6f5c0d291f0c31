// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { SOFTWARE_WEBGPU } from "../support/chromium.ts";
import {
  ALL_RULES,
  ask,
  COLOUR_RULES,
  engineSettings,
  findFaults,
  pageTest,
  sidewaysScroll,
} from "../support/page_browser.ts";
import { scriptedEngineFiles } from "../support/page_engine.ts";
import { startStand } from "../support/page_stand.ts";
import { pageStates, settingsOf } from "../support/page_states.ts";
import { startEngine } from "../support/page_servers.ts";

const NARROWEST = 320;
const WIDTHS = [NARROWEST, 390, 768, 1280];

/** How a state is looked at, all that is not said being as usual. */
interface Look {
  readonly width: number;
  readonly colorScheme?: "dark";
  readonly forcedColors?: "active";
  /** The size of the letters. */
  readonly letters?: "200%";
}

const LOOKS: readonly Look[] = [
  ...WIDTHS.flatMap((width): Look[] => [{ width }, { width, colorScheme: "dark" }]),
  { width: NARROWEST, letters: "200%" },
  { width: 390, forcedColors: "active" },
];

// Each state is reached once, and then looked at in each way.
for (const [name, state] of Object.entries(pageStates)) {
  pageTest(`axe finds no fault and nothing is cut off: ${name}`, async (visit) => {
    await using stand = startStand();
    const settings = settingsOf(state, stand);
    const { page, context, outside } = await visit({ width: NARROWEST, settings });
    await state.reach({ ...stand, page, context });
    const faults: Record<string, string[]> = {};
    for (const look of LOOKS) {
      const found = await faultsOf(page, look);
      if (found.length > 0) faults[JSON.stringify(look)] = found;
    }
    await context.close();
    // The hosts of the models are played. Only now does no request to them come any more.
    if (state.goesOut === true) outside.length = 0;
    assertEquals(faults, {});
  }, { flags: () => SOFTWARE_WEBGPU, files: scriptedEngineFiles });
}

async function faultsOf(page: Page, look: Look): Promise<string[]> {
  const { width, colorScheme = "light", forcedColors = "none", letters = "" } = look;
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme, forcedColors });
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
    // Further down, the bar that stays covers half a button somewhere: a person scrolls on.
    scrollTo(0, 0);
  }, letters);
  // In the dark nothing but the colours is another.
  const found = await findFaults(page, colorScheme === "dark" ? COLOUR_RULES : ALL_RULES);
  const sideways = await sidewaysScroll(page);
  return sideways === 0 ? found : [...found, `${sideways} px to scroll sideways`];
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
