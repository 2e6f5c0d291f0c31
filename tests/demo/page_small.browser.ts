// Copyright 2026 the Rivulet authors. MIT license.

// The page in a low window, at four times the size, and under a finger.

import { assert, assertEquals } from "@std/assert";
import { ask, engineSettings, pageTest } from "../support/page_browser.ts";
import { startEngine } from "../support/page_servers.ts";

pageTest("at 400 % nothing of a dialog stands in the way of its middle", async (visit) => {
  const { page } = await visit({ width: 320 });
  await page.setViewportSize({ width: 320, height: 200 });
  await page.click("#engine-chip");
  await page.locator("#engine-dialog[open] .engine-form").waitFor();
  const free = await page.evaluate(() => {
    const dialog = document.querySelector("dialog")!;
    dialog.scrollTop = dialog.scrollHeight / 2;
    let free = 0;
    for (let y = 0; y < innerHeight; y++) {
      const element = document.elementFromPoint(innerWidth / 2, y);
      if (element?.closest("dialog") && !element.closest(".dialog-head, form > .row")) free++;
    }
    return free;
  });
  assert(free > 120, `${free} px`);
});

pageTest("a finger meets no link that is lower than 24 px", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1]."] });
  const { page } = await visit({
    width: 390,
    settings: engineSettings("local-a", engine.base),
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const low = () =>
    page.locator("button:visible, a:visible, summary:visible, select:visible").evaluateAll((all) =>
      all.filter((one) => !one.matches(".skip, .citation, p a"))
        .map((one) => [one.textContent, Math.round(one.getBoundingClientRect().height)] as const)
        .filter(([, height]) => height < 24)
    );
  assertEquals(await low(), []);
  await ask(page, "search code from the terminal");
  await page.locator("#submit").click();
  await page.locator(".meta").waitFor();
  assertEquals(await low(), []);
});

pageTest("a phone with its keyboard open leaves the answer its room", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1]. ".repeat(80)] });
  const { page } = await visit({
    width: 390,
    settings: engineSettings("local-a", engine.base),
  });
  await ask(page, "search code from the terminal");
  await page.locator(".meta").waitFor();
  await page.setViewportSize({ width: 390, height: 500 });
  const free = await page.evaluate(() => {
    document.querySelector(".answer-text")!.scrollIntoView();
    let free = 0;
    for (let y = 0; y < innerHeight; y++) {
      if (document.elementFromPoint(innerWidth / 2, y)?.closest("#answer")) free++;
    }
    return free;
  });
  assert(free > 430, `${free} px`);
});
