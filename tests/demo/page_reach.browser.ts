// Copyright 2026 the Rivulet authors. MIT license.

// Where the page may connect: to the hosts that it names, and to those that a person has entered.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { BrowserContext, Page } from "playwright-core";
import { answerChunks } from "../support/ask.ts";
import {
  ask,
  deleteEverything,
  engineSettings,
  pageTest,
  waitForFocus,
} from "../support/page_browser.ts";
import { startEngine } from "../support/page_servers.ts";

const HOST = "models.example";
const ADDRESS = `https://${HOST}/v1`;
const OTHER = "https://other.example/";
const KEY = "test-key-of-nobody";

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/** Plays all hosts but this machine; tells what reached them. */
async function playHosts(context: BrowserContext): Promise<string[]> {
  const reached: string[] = [];
  await context.route(({ hostname }) => hostname !== "localhost", async (route) => {
    const url = new URL(route.request().url());
    if (url.hostname === "127.0.0.1") return await route.fallback();
    const method = route.request().method();
    if (method !== "OPTIONS") reached.push(`${method} ${url.host}${url.pathname}`);
    const body = url.pathname === "/v1/chat/completions"
      ? answerChunks("standard-compatible", ["Hi"]).join("")
      : JSON.stringify({ data: [{ id: "m" }], models: [{ name: "llama3.1:8b" }] });
    await route.fulfill({ headers: CORS, body });
  });
  return reached;
}

/** Whether a script of the page can reach an address now. */
async function reaches(page: Page, address: string): Promise<boolean> {
  return await page.evaluate(
    (url) => fetch(url, { mode: "no-cors" }).then(() => true, () => false),
    address,
  );
}

const words = (page: Page, host = HOST) =>
  page.getByText(`This page may not connect to ${host} yet.`);

const allow = (page: Page, host = HOST) =>
  page.getByRole("button", { name: `Allow ${host} and load the page again` });

async function enterRemote(page: Page, address = ADDRESS): Promise<void> {
  await page.click("#engine-chip");
  await page.locator("input[name=engine][value=standard-compatible]").check();
  await page.fill("#engine-dialog [name=address]", address);
}

async function enterKeyAndModel(page: Page): Promise<void> {
  await page.fill("[name=key]", KEY);
  await page.fill("#engine-dialog [name=model]", "m");
  await page.getByRole("button", { name: /^Use this service/ }).click();
}

/** What the browser says of a refused connection is meant here. */
function forgive({ errors, outside }: { errors: string[]; outside: string[] }): void {
  const refusals = /Content Security Policy|Refused to connect/;
  assertEquals(errors.filter((error) => !refusals.test(error)), []);
  errors.length = outside.length = 0;
}

pageTest("no script of the page reaches a host that nobody has entered", async (visit) => {
  const visited = await visit();
  const { page, context } = visited;
  await playHosts(context);
  for (const host of ["api.github.com", "raw.githubusercontent.com", "x.huggingface.co"]) {
    assert(await reaches(page, `https://${host}/x`), host);
  }
  for (const address of [OTHER, ADDRESS, "http://nas.local:11434", "https://api.github.com.x/"]) {
    assert(!await reaches(page, address), address);
  }
  forgive(visited);
});

pageTest(
  "an address is allowed before a key is asked for, and the reload loses nothing",
  async (visit) => {
    const visited = await visit();
    const { page, context } = visited;
    const reached = await playHosts(context);
    await page.fill("#question", "search code from the terminal");
    await enterRemote(page);
    await words(page).waitFor();
    assertEquals(await page.locator("[name=key]").count(), 0);
    await page.getByRole("button", { name: /^Use this service/ }).click();
    await waitForFocus(allow(page));
    assertEquals(reached, []);

    await allow(page).click();
    await page.locator("[name=key]").waitFor();
    assertEquals(await page.inputValue("#engine-dialog [name=address]"), ADDRESS);
    await waitForFocus(page.locator("[name=key]"));
    assertEquals(await page.inputValue("#question"), "search code from the terminal");
    assertEquals(await words(page).count(), 0);
    assertEquals(await page.evaluate(() => history.state), null);
    assert(!await reaches(page, OTHER));
    assertEquals(reached, []);

    await enterKeyAndModel(page);
    await page.locator("#question").press("Enter");
    await page.getByRole("heading", { name: `Send to ${HOST}?` }).waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator(".answer-text", { hasText: "Hi" }).waitFor();
    assertEquals(reached, [`POST ${HOST}/v1/chat/completions`]);
    assert(!JSON.stringify(await context.storageState({ indexedDB: true })).includes(KEY));
    assert(!page.url().includes(KEY));

    await page.reload();
    await page.locator(".answer-text", { hasText: "Hi" }).waitFor();
    assert(await reaches(page, ADDRESS));
    assert(!await reaches(page, OTHER));
    forgive(visited);
  },
);

pageTest("an address that is not used in the end is not reached the next time", async (visit) => {
  const visited = await visit();
  const { page, context } = visited;
  await playHosts(context);
  await enterRemote(page);
  await allow(page).click();
  await page.locator("[name=key]").waitFor();
  assert(await reaches(page, ADDRESS));
  await page.reload();
  await page.locator(".card").first().waitFor();
  assert(!await reaches(page, ADDRESS));
  forgive(visited);
});

for (const keeps of [true, false]) {
  pageTest(
    `a key in memory is ${keeps ? "kept where that is chosen" : "not lost without a word"}`,
    async (visit) => {
      await using engine = startEngine({ tokens: ["Hi"] });
      const { page } = await visit({
        settings: engineSettings("standard-compatible", engine.base, "m"),
      });
      await page.click("#engine-chip");
      await page.fill("[name=key]", KEY);
      await page.getByRole("button", { name: "Use this service" }).click();
      await enterRemote(page);
      await page.getByText(
        `forgets what is in memory only: the key or token for ${new URL(engine.base).host}.`,
      ).waitFor();
      if (keeps) await page.getByRole("checkbox", { name: "Keep them for this tab" }).check();
      await allow(page).click();
      await page.locator("[name=key]").waitFor();
      assertEquals(await page.inputValue("[name=key]"), "");
      await page.fill("#engine-dialog [name=address]", engine.base);
      assertEquals(await page.inputValue("[name=key]"), keeps ? KEY : "");
      const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
      assertEquals(kept.includes(KEY), keeps);
    },
  );
}

pageTest("an answer that is being written is kept through the reload", async (visit) => {
  await using engine = startEngine({ tokens: ["One ", "two ", "three "], isOpen: true });
  const visited = await visit({ settings: engineSettings("local-a", engine.base) });
  const { page } = visited;
  await ask(page);
  await page.locator(".answer-text", { hasText: "One two three" }).waitFor();
  await enterRemote(page);
  await allow(page).click();
  await page.locator("[name=key]").waitFor();
  await page.locator(".answer-text", { hasText: "One two three" }).waitFor();
  await page.getByText("Stopped after 3 words.").waitFor();
  forgive(visited);
});

pageTest("a tab that was open before says so when it is asked, and asks again", async (visit) => {
  const first = await visit();
  const { page, context, url } = first;
  const reached = await playHosts(context);
  const second = await context.newPage();
  second.setDefaultTimeout(60_000);
  await second.goto(url);
  await second.locator(".card").first().waitFor();
  await enterRemote(page);
  await allow(page).click();
  await page.locator("[name=key]").waitFor();
  await enterKeyAndModel(page);

  await second.locator("#engine-chip", { hasText: "Remote" }).waitFor();
  await ask(second);
  await words(second).first().waitFor();
  assertEquals(reached, []);
  await allow(second).click();
  await second.locator("[name=key]").waitFor();
  await enterKeyAndModel(second);
  await second.getByRole("heading", { name: `Send to ${HOST}?` }).waitFor();
  await second.getByRole("button", { name: "Send", exact: true }).click();
  await second.locator(".answer-text", { hasText: "Hi" }).waitFor();
  forgive(first);
});

pageTest("a local server that another tab has entered is not called silent", async (visit) => {
  const { page, context, url, ...visited } = await visit();
  const reached = await playHosts(context);
  const other = await context.newPage();
  await other.goto(url);
  await other.evaluate((baseUrl) => {
    const settings = { engine: "local-a", engines: { "local-a": { baseUrl } } };
    localStorage.setItem("ask-stars", JSON.stringify(settings));
  }, "http://nas.local:11434");
  await page.locator("#engine-chip", { hasText: "Ollama" }).waitFor();
  await ask(page);
  await allow(page, "nas.local:11434").waitFor();
  await page.locator("#answer").getByText("may not connect to nas.local:11434 yet").waitFor();
  assertEquals(reached, []);
  forgive(visited);
});

pageTest("neither a link nor a planted state of the history adds a host", async (visit) => {
  const visited = await visit();
  const { page, context, url } = visited;
  await playHosts(context);
  await page.goto(`${url}?allow=${ADDRESS}#q=code&user=ana&allow=${ADDRESS}&baseUrl=${ADDRESS}`);
  await page.reload();
  await page.locator(".card").first().waitFor();
  assert(!await reaches(page, ADDRESS));
  await page.evaluate((address) => {
    history.replaceState({
      "ask-stars": { dialog: { kind: "engine", address: `${address}; script-src *` } },
    }, "");
  }, "https://*");
  await page.reload();
  await page.locator(".card").first().waitFor();
  assert(!await reaches(page, ADDRESS));
  forgive(visited);
});

pageTest("what is forgotten or deleted is not reached after the next load", async (visit) => {
  const visited = await visit();
  const { page, context, url } = visited;
  await playHosts(context);
  for (const forget of [() => deleteSettings(page), () => deleteEverything(page)]) {
    await page.evaluate((text) => localStorage.setItem("ask-stars", text), SETTINGS);
    await page.goto(url);
    await page.reload();
    await page.locator(".card").first().waitFor();
    assert(await reaches(page, ADDRESS));
    await forget();
    await page.reload();
    await page.locator(".card").first().waitFor();
    assert(!await reaches(page, ADDRESS));
  }
  forgive(visited);
});

const SETTINGS = JSON.stringify(engineSettings("standard-compatible", ADDRESS, "m"));

async function deleteSettings(page: Page): Promise<void> {
  await page.click("#privacy-chip");
  await page.getByRole("button", { name: /^Delete.*Settings/ }).click();
  await page.waitForFunction(() => localStorage.getItem("ask-stars") === null);
}

pageTest("a browser that keeps nothing takes an address through the reload", async (visit) => {
  const visited = await visit();
  const { page, context } = visited;
  await playHosts(context);
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    }
  });
  await page.reload();
  await page.locator(".card").first().waitFor();
  await enterRemote(page, "https://first.example");
  await allow(page, "first.example").click();
  await page.locator("[name=key]").waitFor();
  await enterKeyAndModel(page);
  await enterRemote(page);
  await page.getByText("the key or token for first.example.").waitFor();
  assertEquals(await page.getByRole("checkbox", { name: "Keep them for this tab" }).count(), 0);
  await allow(page).click();
  await page.locator("[name=key]").waitFor();
  // What was set up before is kept as well.
  await page.locator("#engine-chip", { hasText: "Remote" }).waitFor();
  assertEquals(await page.inputValue("#engine-dialog [name=address]"), ADDRESS);
  assert(await reaches(page, ADDRESS));
  forgive(visited);
});

pageTest("GitHub servers of one's own are allowed in the dialog of the stars", async (visit) => {
  const visited = await visit();
  const { page, context } = visited;
  const reached = await playHosts(context);
  const both = "git.example and raw.git.example";
  await page.click("#stars-chip");
  await page.fill("#stars-dialog [name=user]", "ana");
  await page.getByText("Token and GitHub server").click();
  await page.fill("[name=github]", "https://git.example/api/v3");
  await page.fill("[name=readmes]", "https://raw.git.example");
  await words(page, both).waitFor();
  assert(await page.locator("[name=token]").isDisabled());
  await page.locator("#stars-dialog").getByRole("button", { name: "Load stars" }).click();
  await waitForFocus(allow(page, both));
  await allow(page, both).click();
  await page.locator("[name=token]:enabled").waitFor();
  assertEquals(await page.inputValue("[name=github]"), "https://git.example/api/v3");
  assertEquals(await page.inputValue("[name=readmes]"), "https://raw.git.example");
  assertEquals(await page.inputValue("#stars-dialog [name=user]"), "ana");
  assertEquals(reached, []);
  await page.locator("#stars-dialog").getByRole("button", { name: "Load stars" }).click();
  await page.waitForFunction(() => localStorage.getItem("ask-stars")?.includes("raw.git.example"));
  await page.locator("#privacy-chip", { hasText: "Sent to 1 host" }).waitFor();
  assertStringIncludes(reached.join(), "git.example/api/v3/users/ana/starred");
  forgive(visited);
});

pageTest("hosts that no policy can name are reached through their port", async (visit) => {
  const visited = await visit();
  const { page, context } = visited;
  await playHosts(context);
  for (const address of ["http://[::1]:11434", "http://[fd00::1]:11434"]) {
    assert(!await reaches(page, address), address);
    await page.evaluate((baseUrl) => {
      const settings = { engine: "local-a", engines: { "local-a": { baseUrl } } };
      localStorage.setItem("ask-stars", JSON.stringify(settings));
    }, address);
    await page.reload();
    await page.locator(".card").first().waitFor();
    assert(await reaches(page, address), address);
    assert(!await reaches(page, OTHER));
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.locator(".card").first().waitFor();
  }
  forgive(visited);
});

pageTest("a server in the local network is asked nothing before it is allowed", async (visit) => {
  const visited = await visit();
  const { page, context } = visited;
  const reached = await playHosts(context);
  await page.click("#engine-chip");
  await page.locator("input[name=engine][value=local-a]").check();
  await page.fill("#engine-dialog [name=address]", "http://nas.local:11434");
  await words(page, "nas.local:11434").waitFor();
  assertEquals(await page.getByRole("button", { name: "Check connection" }).count(), 0);
  await allow(page, "nas.local:11434").click();
  await page.getByRole("button", { name: "Check connection" }).click();
  await page.locator("#engine-dialog option", { hasText: "llama3.1:8b" }).first().waitFor({
    state: "attached",
  });
  assertEquals(reached.filter((line) => !line.startsWith("GET nas.local:11434/")), []);
  forgive(visited);
});
