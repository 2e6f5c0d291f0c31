// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ask, engineSettings, pageTest, waitForFocus } from "../support/page_browser.ts";
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
  {
    needsChromium: true,
    flags: ({ port }) => [`--ip-address-space-overrides=127.0.0.1:${port}=public`],
  },
);

const refusals: [status: number, headers: Record<string, string>, message: string, next: string][] =
  [
    [401, {}, "refused the key.", "Edit key"],
    [403, {}, "refuses the question (403).", "Pick model"],
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

pageTest("what a server says is shown without what cannot be seen", async (visit) => {
  const refusal = "too \u202elong\u0000 \x1b[31mtext\u{e0041}";
  await using engine = startEngine({ models: ["m"] });
  Object.assign(engine.script, { status: 400, refusal });
  const { page } = await visit({ settings: engineSettings("local-b", engine.base, "m") });
  await ask(page);
  await page.locator(".words-of-server", { hasText: /^The server says: too long {1,2}text$/ })
    .waitFor();
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

pageTest("a server keeps its name when it goes away, and gets no other's advice", async (visit) => {
  const engine = startEngine({ models: ["qwen"], owner: "llamacpp", tokens: ["Hi"] });
  const { page } = await visit({ settings: engineSettings("local-b", engine.base) });
  await ask(page);
  await page.locator(".figures", { hasText: "qwen on llama.cpp" }).waitFor();
  await engine[Symbol.asyncDispose]();
  await ask(page, "terminal editor");
  const panel = page.locator("#alert .panel");
  await panel.getByText("Start the server there, or check the address.").waitFor();
  assertEquals(await panel.locator("code").count(), 0);
  assertStringIncludes(await page.locator("#engine-chip").innerText(), "llama.cpp");
});

pageTest("a server is called what it is, in the dialog and under the answer", async (visit) => {
  await using engine = startEngine({ models: ["qwen"], owner: "llamacpp", tokens: ["Hi"] });
  const { page } = await visit({ settings: engineSettings("local-b", engine.base) });
  await page.click("#engine-chip");
  await page.getByRole("button", { name: "Check connection" }).click();
  const dialog = page.locator("#engine-dialog");
  await dialog.locator(".engine.picked .title", { hasText: "llama.cpp" }).waitFor();
  await dialog.getByText("1 model ready.").waitFor();
  await dialog.getByRole("button", { name: /^Use / }).click();
  await ask(page);
  await page.locator(".figures", { hasText: "qwen on llama.cpp" }).waitFor();
  // One that tells nothing has no name; the library's own name for it would be made up.
  engine.script.owner = "me";
  await ask(page, "terminal editor");
  await page.locator(".figures", { hasText: "qwen on local server" }).waitFor();
});

pageTest("a server without a model is not ready", async (visit) => {
  await using engine = startEngine({ models: [] });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await page.click("#engine-chip");
  await page.getByRole("button", { name: "Check connection" }).click();
  await page.locator("#engine-dialog .result", {
    hasText: "No model is installed. Run: ollama pull llama3.1:8b",
  }).waitFor();
  assertEquals(await page.locator('[data-state="local-a"]').innerText(), "no model");
  assertEquals(await page.locator("#engine-chip .detail").innerText(), "no model");
});

pageTest("a local server behind a key leads to its address with a key", async (visit) => {
  await using engine = startEngine({ models: ["qwen"], listStatus: 401, tokens: ["Hi"] });
  const { page } = await visit({ settings: engineSettings("local-b", engine.base) });
  await ask(page);
  const failure = page.locator("#alert .panel");
  await failure.getByText("The server asks for a key.").waitFor();
  await failure.getByRole("button", { name: "Enter a key" }).click();
  const dialog = page.locator("#engine-dialog");
  assert(await dialog.getByRole("radio", { name: "Remote" }).isChecked());
  assertEquals(await dialog.locator("[name=address]").inputValue(), engine.base);
  assertEquals(await dialog.locator("[name=model]").inputValue(), "");
  await waitForFocus(dialog.locator("[name=key]"));
  engine.script.listStatus = 200;
  await dialog.locator("[name=key]").fill("test-key-of-nobody");
  await dialog.locator("[name=model]").fill("qwen");
  await dialog.getByRole("button", { name: "Use this service and ask again" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator(".answer-text", { hasText: "Hi" }).waitFor();
});

pageTest("Ollama that refuses gets the advice for Ollama", async (visit, { port }) => {
  await using engine = startEngine({ listStatus: 403 });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await page.click("#engine-chip");
  await page.getByRole("button", { name: "Check connection" }).click();
  const panel = page.locator("#engine-dialog .panel");
  await panel.getByText("Ollama refuses this request.").waitFor();
  assertStringIncludes(
    await panel.locator("code").first().innerText(),
    `OLLAMA_ORIGINS=http://localhost:${port}`,
  );
  engine.script.listStatus = 401;
  await panel.getByRole("button", { name: "Check again" }).click();
  await panel.getByText("Ollama asks you to sign in").waitFor();
  assertEquals(await panel.locator("code").first().innerText(), "ollama signin");
});

pageTest("a check that waits says that the browser may have asked", async (visit) => {
  await using engine = startEngine({ holdsList: true });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await page.clock.install();
  await page.click("#engine-chip");
  await page.getByRole("button", { name: "Check connection" }).click();
  const result = page.locator("#engine-dialog .result");
  await result.getByText("Asking for its models…").waitFor();
  await page.clock.fastForward(3000);
  await result.getByText("Still no answer. If the browser asks").waitFor();
  await page.clock.fastForward(30_000);
  await result.getByText("No answer within 30 s.").waitFor();
  assert(await page.getByRole("button", { name: "Check connection" }).isEnabled());
});

pageTest("a server of the local network is asked, after a question of its own", async (visit) => {
  const { page, context, outside } = await visit({
    settings: engineSettings("local-a", "http://nas.local:11434"),
  });
  const sent: string[] = [];
  await context.route("http://nas.local:11434/**", (route) => {
    const { pathname } = new URL(route.request().url());
    sent.push(pathname);
    return route.fulfill({
      headers: { "access-control-allow-origin": "*", "access-control-allow-headers": "*" },
      body: pathname === "/api/tags"
        ? JSON.stringify({ models: [{ name: "llama3.1:8b" }] })
        : JSON.stringify({ message: { content: "Hi" }, done: true }) + "\n",
    });
  });
  await page.click("#engine-chip");
  await page.getByRole("button", { name: "Use Ollama" }).click();
  await ask(page);
  await page.getByRole("heading", { name: "Send to nas.local:11434?" }).waitFor();
  assertEquals(sent, ["/api/tags"]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator(".answer-text", { hasText: "Hi" }).waitFor();
  await page.locator("#privacy-chip", { hasText: "Sent to 1 host" }).waitFor();
  outside.length = 0;
});

pageTest(
  "a remote service lists its models on a click, and for its own key alone",
  async (visit) => {
    await using engine = startEngine({ models: ["zephyr", "mistral-small"], listStatus: 401 });
    const { page } = await visit({
      settings: engineSettings("standard-compatible", engine.base, "m"),
    });
    await page.click("#engine-chip");
    const dialog = page.locator("#engine-dialog");
    assertEquals(engine.requests, []);
    const list = dialog.getByRole("button", { name: "List its models" });
    await list.click();
    const { host } = new URL(engine.base);
    await dialog.getByText(`${host} needs a key to list its models.`).waitFor();
    await dialog.locator("[name=key]").fill("test-key-of-nobody");
    await list.click();
    await dialog.getByText(`${host} refused the key.`).waitFor();
    engine.script.listStatus = 200;
    await list.click();
    await dialog.getByText("2 models. Type a part of a name to pick one.").waitFor();
    assertEquals(
      await dialog.locator("datalist option").evaluateAll((options) =>
        options.map((option) => (option as HTMLOptionElement).value)
      ),
      ["mistral-small", "zephyr"],
    );
    // Another service has other models, and gets no key of this one.
    await dialog.getByRole("button", { name: "Groq" }).click();
    assertEquals(
      await dialog.locator("[name=address]").inputValue(),
      "https://api.groq.com/openai",
    );
    assertEquals(
      [
        await dialog.locator("[name=key]").inputValue(),
        await dialog.locator("[name=model]").inputValue(),
      ],
      ["", ""],
    );
    await dialog.locator("datalist option").first().waitFor({ state: "detached" });
  },
);
