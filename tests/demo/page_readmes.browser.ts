// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Locator, Page } from "playwright-core";
import { sampleExample } from "../../demo/stars/sample.ts";
import { ask, pageTest } from "../support/page_browser.ts";
import { startEngine, startStub, type StubServer } from "../support/page_servers.ts";

/** A place of READMEs: what is said for a name, or that of all others. */
function startReadmes(
  answers: Record<string, () => Response | Promise<Response>> = {},
): StubServer & { answers: typeof answers } {
  const stub = startStub(({ url }) => {
    const [, owner, name] = new URL(url).pathname.split("/");
    const text = `# ${name}\n\n[![b](x.svg)](y)\n\n**${name}** is what its README tells.\n`;
    return answers[`${owner}/${name}`]?.() ?? new Response(text);
  });
  return Object.assign(stub, { answers });
}

const settingsFor = (readmes: StubServer, engine?: StubServer) => ({
  engine: "local-a",
  engines: engine === undefined ? {} : { "local-a": { baseUrl: engine.base } },
  readmeUrl: readmes.base,
});

/** What the sample is searched for until something is typed. */
const EXAMPLE = sampleExample.question;

const bar = (page: Page): Locator => page.locator(".readmes");

pageTest(
  "READMEs are read after a click that says where it goes, and go with the question",
  async (visit) => {
    await using readmes = startReadmes({
      "sharkdp/fd": () => new Response("404: Not Found", { status: 404 }),
    });
    await using engine = startEngine({ tokens: ["Take [1]."] });
    const { page } = await visit({ settings: settingsFor(readmes, engine) });
    await page.getByRole("button", { name: "Read the READMEs of these 8" }).click();
    const { host } = new URL(readmes.base);
    assertStringIncludes(await bar(page).innerText(), `One request for each goes to ${host}`);
    await page.getByRole("button", { name: "Not now" }).click();
    assertEquals(readmes.requests, []);
    await page.getByRole("button", { name: "Read the READMEs of these 8" }).click();
    await page.getByRole("button", { name: "Send 8 requests" }).click();
    await bar(page).getByText("The first words of their READMEs go with your question.").waitFor();
    assertEquals(readmes.requests.length, 8);
    assert(readmes.requests.includes("GET /BurntSushi/ripgrep/HEAD/README.md"));
    const facts = page.locator(".card", { hasText: "sharkdp/fd" }).locator(".facts");
    await facts.filter({ hasText: "no README" }).waitFor();
    const ripgrep = page.locator(".card", { hasText: "BurntSushi/ripgrep" });
    await ripgrep.getByRole("button", { name: "More about BurntSushi/ripgrep" }).click();
    await ripgrep.getByRole("button", { name: "Text sent to the model" }).click();
    const words = "README: ripgrep ripgrep is what its README tells.";
    await page.locator(".card pre", { hasText: words }).waitFor();
    await ask(page, EXAMPLE);
    await page.getByRole("button", { name: "More about the answer" }).click();
    await page.getByRole("button", { name: "Text sent" }).click();
    assertStringIncludes(await page.locator(".sent").innerText(), words);
    assertStringIncludes(JSON.parse(engine.bodies.at(-1)!).messages[1].content, words);
    // The same repositories once more: nothing is asked again.
    await page.fill("#question", "static site generator");
    await page.getByRole("button", { name: /^Read the READMEs of (these|the other) \d$/ })
      .waitFor();
    await page.fill("#question", EXAMPLE);
    await page.locator("#matches-title", { hasText: "Sources" }).waitFor();
    assertEquals(readmes.requests.length, 8);
    await page.click("#privacy-chip");
    await page.getByRole("row", { name: new RegExp(`${host} READMEs of matches 8`) }).waitFor();
  },
);

pageTest(
  "a limit, silence and a problem of one README are said, and the rest can be read later",
  async (visit) => {
    const status = (code: number) => () => new Response("", { status: code });
    await using readmes = startReadmes({
      "junegunn/fzf": status(500),
      "BurntSushi/ripgrep": status(429),
    });
    await using engine = startEngine({ tokens: ["Fine"] });
    const { page } = await visit({ settings: settingsFor(readmes, engine) });
    await page.getByRole("button", { name: "Read the READMEs of these 8" }).click();
    await page.getByRole("button", { name: "Send 8 requests" }).click();
    const { host } = new URL(readmes.base);
    await bar(page).getByText(`${host} is limiting requests. Try again later.`).waitFor();
    assertEquals(readmes.requests.length, 3);
    await page.locator(".card").nth(1).getByText("README did not come").waitFor();
    await ask(page);
    await page.locator(".meta").waitFor();
    readmes.answers = {};
  },
);

pageTest("Cancel keeps what has come and asks for nothing more", async (visit) => {
  const { promise: gone, resolve: leave } = Promise.withResolvers<Response>();
  await using readmes = startReadmes({ "BurntSushi/ripgrep": () => gone });
  const { page } = await visit({ settings: settingsFor(readmes) });
  await page.getByRole("button", { name: "Read the READMEs of these 8" }).click();
  await page.getByRole("button", { name: "Send 8 requests" }).click();
  await bar(page).getByText("Reading READMEs: 2 of 8").waitFor();
  await bar(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Read the READMEs of the other 6" }).waitFor();
  leave(new Response(""));
  assertEquals(readmes.requests.length, 3);
});
