// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { ask, engineSettings, pageTest } from "../support/page_browser.ts";
import { closedPort } from "../support/loopback.ts";
import { startEngine } from "../support/page_servers.ts";

pageTest(
  "a server that is not there is named with its command, and found again without a reload",
  async (visit) => {
    const port = closedPort();
    const base = `http://localhost:${port}`;
    const { page } = await visit({ settings: engineSettings("local-a", base) });
    await ask(page);
    const failure = page.locator("#alert .panel");
    await failure.waitFor();
    assertStringIncludes(await failure.innerText(), `Nothing answers at ${base}.`);
    assertEquals(await failure.locator("code").first().innerText(), "ollama serve");
    await using _engine = startEngine({ tokens: ["Here I am"] }, { port });
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("Here I am").waitFor();
    await page.locator("#alert .panel").waitFor({ state: "detached" });
  },
);

pageTest(
  "a server that refuses this page is told from one that is not there",
  async (visit, { port }) => {
    let accepts = false;
    await using engine = startEngine({ tokens: ["Now"] }, { cors: () => accepts });
    const { page } = await visit({
      settings: engineSettings("local-a", engine.base),
      context: { permissions: ["clipboard-read", "clipboard-write"] },
    });
    await ask(page);
    await page.getByText("Ollama is running but does not accept this page.").first().waitFor();
    await page.getByRole("button", { name: /^Copy the command/ }).first().click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
    const command = await page.evaluate(() => navigator.clipboard.readText());
    assertStringIncludes(command, `OLLAMA_ORIGINS=http://localhost:${port}"`);
    accepts = true;
    await page.getByRole("button", { name: "Check again" }).click();
    await page.locator(".meta").waitFor();
  },
);

pageTest("LM Studio with CORS off, then on", async (visit) => {
  let accepts = false;
  await using engine = startEngine({ models: ["qwen"], tokens: ["Now"] }, { cors: () => accepts });
  const { page } = await visit({ settings: engineSettings("local-b", engine.base) });
  await ask(page);
  await page.getByText("LM Studio is running with CORS off.").first().waitFor();
  assertEquals(
    await page.locator("#alert code").first().innerText(),
    "lms server start --cors",
  );
  accepts = true;
  await page.getByRole("button", { name: "Check again" }).click();
  await page.locator(".figures", { hasText: "qwen on LM Studio" }).waitFor();
});

pageTest(
  "a page that counts as public learns of the browser's permission, and tries nothing before a click",
  async (visit) => {
    await using engine = startEngine({});
    const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
    assertEquals(engine.requests, []);
    await page.click("#engine-chip");
    await page.locator("dialog[open]").getByRole("button", { name: "Close" }).click();
    assertEquals(engine.requests, []);
    await ask(page);
    await page.getByText("Your browser blocks this page from reaching apps on this device.").first()
      .waitFor();
    assertEquals(engine.requests, []);
  },
  { flags: ({ port }) => [`--ip-address-space-overrides=127.0.0.1:${port}=public`] },
);

const refusals: [status: number, headers: Record<string, string>, message: string, next: string][] =
  [
    [401, {}, "refused the key.", "Edit key"],
    [403, {}, "The key is valid but not allowed to use m.", "Pick model"],
    [404, {}, "has no model m.", "Pick model"],
    [429, { "retry-after": "20" }, "is limiting requests. Try again in 20 s.", "Ask again"],
    [500, {}, "had a problem (500).", "Ask again"],
  ];

pageTest("five refusals have five messages, each with a next step", async (visit) => {
  await using engine = startEngine({});
  const { page } = await visit({
    settings: engineSettings("standard-compatible", engine.base, "m"),
  });
  await ask(page);
  await page.fill("[name=key]", "test-key-of-nobody");
  engine.script.status = refusals[0]![0];
  await page.getByRole("button", { name: /Use this service/ }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  for (const [status, headers, message, next] of refusals) {
    Object.assign(engine.script, { status, headers });
    if (status !== 401) await ask(page);
    const failure = page.locator("#alert .panel", { hasText: message });
    await failure.waitFor();
    await failure.getByRole("button", { name: next }).waitFor();
    assertStringIncludes(await failure.innerText(), `The server says: stub says ${status}`);
  }
});

pageTest(
  "an engine dialog says that the default model is missing, and how to get it",
  async (visit) => {
    await using engine = startEngine({ models: ["gemma3:4b"] });
    const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
    await page.click("#engine-chip");
    await page.getByRole("button", { name: "Check connection" }).click();
    await page.locator("dialog .result", {
      hasText: "llama3.1:8b is not installed. Pick one you have, or run: ollama pull llama3.1:8b",
    }).waitFor();
    assertEquals(await page.locator("dialog select").inputValue(), "gemma3:4b");
  },
);
