// Copyright 2026 the Rivulet authors. MIT license.

// What holds in Chromium, in Firefox with its WebGPU turned on; and in WebKitGTK, which has none.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { callIn, runningBrowser, type TestBrowser, testBrowsers } from "../support/browsers/mod.ts";
import { OUTLIVED } from "../support/shared_browser.ts";
import { within } from "../support/until.ts";
import { pageHalves } from "./support/page_halves.ts";
import { type RemotePage, remotePage } from "./support/remote_page.ts";
import { Site } from "./support/site.ts";
import { assertFails } from "./support/visit.ts";

const others = testBrowsers.filter(({ name }) => name !== "Chromium");

const NO_WEBGPU =
  "Use Chrome, Edge, Safari 26 or another browser with WebGPU, or Ollama or LM Studio, this browser does not have it";

function test(
  name: string,
  browser: TestBrowser,
  run: (visit: { page: RemotePage; site: Site }) => Promise<void>,
): void {
  Deno.test({
    name: `${name}, in ${browser.name}`,
    ignore: browser.missing !== undefined || browser.graphics === "missing",
    ...OUTLIVED,
    async fn() {
      await using site = await Site.start();
      await using tab = await (await runningBrowser(browser)).openTab();
      await tab.goTo(site.origin);
      await callIn(tab, async () => {
        while (!("page" in globalThis)) await new Promise((resolve) => setTimeout(resolve, 10));
      });
      const page = remotePage((...values) => callIn(tab, ...values));
      await within(run({ page, site }), "the test to end");
    },
  });
}

for (const browser of others.filter(({ graphics }) => graphics !== "none")) {
  for (const { verb, question: half, unknown } of pageHalves) {
    test(
      `a page that ${verb} loads the engine at the first call, and refuses an unknown model`,
      browser,
      async ({ page, site }) => {
        assertStrictEquals(site.engineLoads, 0);
        const { id, similar } = unknown;
        const { error } = await page.ask({ ...half, setup: "default", model: id, allow: true });
        assertStrictEquals(error?.code, "config");
        const message =
          `Choose a model of the list, "${id}" is not in it; similar ids are "${similar}`;
        assert(error.message.startsWith(message), error.message);
        assertEquals([site.engineLoads, site.requests], [1, []]);
      },
    );

    for (const setup of ["page", "worker"] as const) {
      const { model } = half;

      test(
        `a ${setup} that ${verb} downloads nothing without consent`,
        browser,
        async ({ page, site }) => {
          const question = { ...half, setup };
          assertFails(
            await page.ask(question),
            "download-required",
            `Set allowModelDownload to download "${model}", it is not on this device`,
          );
          assertStrictEquals(await page.isModelCached(question), false);
          assertEquals([site.requests, await page.cachedFiles()], [[], []]);
        },
      );

      test(
        `a ${setup} that ${verb} loads the real engine, and says what to do when the program is none`,
        browser,
        async ({ page, site }) => {
          assertFails(
            await page.ask({ ...half, setup, allow: true }),
            "engine",
            `Delete "${model}" and download it again, a file of it is damaged`,
          );
          assertEquals(site.requests, ["mlc-chat-config.json", "program.wasm"]);
        },
      );

      test(
        `a ${setup} that ${verb} says what to do when a file cannot be fetched`,
        browser,
        async ({ page, site }) => {
          site.statuses.set("mlc-chat-config.json", 503);
          assertFails(
            await page.ask({ ...half, setup, allow: true }),
            "engine",
            `Check the connection and try again, a file of "${model}" could not be downloaded`,
          );
          assertEquals(site.requests, ["mlc-chat-config.json"]);
        },
      );
    }
  }
}

for (const browser of others.filter(({ graphics }) => graphics === "none")) {
  for (const { verb, question } of pageHalves) {
    test(
      `a page that ${verb} without WebGPU is told so, and loads no engine`,
      browser,
      async ({ page, site }) => {
        const asked = { ...question, setup: "default", allow: true } as const;
        assertFails(await page.ask(asked), "unsupported", NO_WEBGPU);
        assertEquals([site.engineLoads, site.requests], [0, []]);
      },
    );
  }
}
