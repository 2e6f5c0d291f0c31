// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { engineSettings, pageTest, waitForFocus } from "../support/page_browser.ts";
import {
  type GitHubScript,
  startEngine,
  startGitHub,
  type StubServer,
} from "../support/page_servers.ts";

const settingsFor = ({ base }: StubServer) => ({ engine: "webllm", gitHubApiUrl: base });

async function load(page: Page, user: string): Promise<void> {
  await page.click("#stars-chip");
  await page.fill("dialog [name=user]", user);
  await page.getByRole("button", { name: "Load stars" }).last().click();
}

pageTest(
  "stars come page by page, Cancel keeps what came, and a reload asks nothing",
  async (visit) => {
    await using github = startGitHub({ users: { ana: 1842 }, pauseMs: 60 });
    const { page } = await visit({ settings: settingsFor(github) });
    await load(page, "@ana");
    await page.getByText(/Reading @ana's stars: [2-9]00 of about 1,900/).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText(/^Cancelled: [\d,]+ of about 1,900 stars are here\.$/).first().waitFor();
    const { length } = github.requests;
    const chip = await page.locator("#stars-chip .detail").innerText();
    await page.reload();
    await page.locator(".card").nth(7).waitFor();
    // The sample is there before what is kept.
    await page.locator("#stars-chip .detail").and(page.getByText(chip, { exact: true })).waitFor();
    assertEquals(github.requests.length, length);
    await page.click("#stars-chip");
    await page.locator("#stars-dialog").getByText(/^\d[\d,]* of about 1,900 stars, read /)
      .waitFor();
    await page.locator("#stars-dialog").getByRole("button", { name: "Read the rest" }).click();
    await page.locator("#stars-chip .detail", { hasText: "1,842" }).waitFor();
  },
);

pageTest("a refresh stops at the first known star", async (visit) => {
  const script: GitHubScript = { users: { ana: 250 } };
  await using github = startGitHub(script);
  const { page } = await visit({ settings: settingsFor(github) });
  await load(page, "https://github.com/ana");
  await page.locator("#stars-chip .detail", { hasText: "250" }).waitFor();
  const { length } = github.requests;
  github.script.users["ana"] = 253;
  await page.click("#stars-chip");
  await page.getByRole("button", { name: "Look for new stars" }).click();
  await page.locator("#stars-chip .detail", { hasText: "253" }).waitFor();
  assertEquals(github.requests.length, length + 1);
  // The list in the chip comes a moment before the matches in it.
  await page.locator(".card .name").first().filter({ hasText: /-253$/ }).waitFor();
});

pageTest(
  "a wrong name, an empty account and a used-up limit have messages of their own",
  async (visit) => {
    const resetAt = Math.floor(Date.now() / 1000) + 1800;
    await using github = startGitHub({ users: { ana: 900, empty: 0 }, limit: 3, resetAt });
    const { page } = await visit({ settings: settingsFor(github) });
    await load(page, "nobody-of-that-name");
    await page.locator(".banner", { hasText: "No GitHub user called nobody-of-that-name." })
      .waitFor();
    await load(page, "empty");
    await page.locator(".banner", {
      hasText: "@empty has no public stars.",
    }).waitFor();
    await load(page, "ana");
    const clock = new Date(resetAt * 1000).toLocaleTimeString("en-GB", {
      hour: "2-digit",
      minute: "2-digit",
    });
    await page.locator(".banner", {
      hasText:
        `200 of about 900 stars. GitHub allows 60 requests an hour, and 5,000 with a token; more from ${clock}.`,
    }).waitFor();
    await page.getByRole("button", { name: `Continue at ${clock}` }).waitFor();
    await page.getByRole("button", { name: "Add a token" }).click();
    await waitForFocus(page.locator("[name=token]"));
    // The name that the token is for stays, and what it is good for is said.
    assertEquals(await page.inputValue("dialog [name=user]"), "ana");
    await page.getByText("GitHub answers 60 requests an hour: 6,000 stars. With one, 5,000")
      .waitFor();
  },
);

pageTest(
  "a pause that GitHub asks for is told, and the reading goes on by itself",
  async (visit) => {
    await using github = startGitHub({ users: { ana: 450 }, pausesAt: 3 });
    const { page } = await visit({ settings: settingsFor(github) });
    await page.clock.install();
    await load(page, "ana");
    const banner = page.locator(".banner", {
      hasText: /^200 of about 500 stars\. GitHub asks for a pause until \d\d:\d\d: too many/,
    });
    await banner.getByText(/^Goes on by itself at/).waitFor();
    assertEquals(await banner.getByRole("button").allInnerTexts(), ["Cancel"]);
    assertEquals(github.requests.length, 3);
    await page.clock.fastForward(62_000);
    await page.locator("#stars-chip .detail", { hasText: "450" }).waitFor();
    assertEquals(github.requests.length, 6);
  },
);

// How long that takes is measured by `deno task bench --only stars-page`.
pageTest("10,000 stars are searched with each letter", async (visit) => {
  await using github = startGitHub({ users: { ana: 10_000 } });
  const { page } = await visit({ settings: settingsFor(github) });
  await load(page, "ana");
  await page.locator("#stars-chip .detail", { hasText: "10,000" }).waitFor({
    timeout: 120_000,
  });
  await page.locator("#matches-title", { hasText: "of 10,000 stars" }).waitFor({ timeout: 60_000 });
  await page.locator("#question").pressSequentially("search code", { delay: 30 });
  await page.locator("#matches-title", { hasText: /^Best 8 of/ }).waitFor();
  assertEquals(await page.locator("#question").inputValue(), "search code");
  assertEquals(await page.locator(".card").count(), 8);
});

pageTest("a token does not follow the address to another server", async (visit) => {
  await using github = startGitHub({ users: { ana: 3 } });
  const { page } = await visit({ settings: settingsFor(github) });
  await page.click("#stars-chip");
  await page.getByText("Token and GitHub server").click();
  await page.fill("[name=token]", "test-token-of-nobody");
  // The same server, further down.
  await page.fill("[name=github]", `${github.base}/api`);
  assertEquals(await page.inputValue("[name=token]"), "test-token-of-nobody");
  await page.fill("[name=github]", "https://github.example.com");
  assertEquals(await page.inputValue("[name=token]"), "");
});

pageTest(
  "the sample comes back from the dialog, and a full reload says what it takes",
  async (visit) => {
    await using github = startGitHub({ users: { ana: 250 } });
    const { page } = await visit({ settings: settingsFor(github) });
    await load(page, "ana");
    await page.locator("#stars-chip .detail", { hasText: "250" }).waitFor();
    await page.click("#stars-chip");
    const dialog = page.locator("#stars-dialog");
    await dialog.getByText("the list of now stays until the new one is whole").waitFor();
    await dialog.getByRole("button", { name: "Full reload (3 requests)" }).waitFor();
    await dialog.getByRole("button", { name: "Use the sample" }).click();
    await page.locator("#stars-chip .name", { hasText: "Sample" }).waitFor();
    await page.click("#stars-chip");
    assertEquals(await dialog.getByRole("button", { name: "Use the sample" }).count(), 0);
  },
);

pageTest(
  "a link to stars that are not here asks whose are meant before it answers",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Take [1]."] });
    const { page, url } = await visit({ settings: engineSettings("local-a", engine.base) });
    await page.goto(`${url}#q=search+code&user=bea`);
    await page.reload();
    await page.getByText("This link asks the stars of @bea, which are not here.").first().waitFor();
    await page.locator("#question").press("Enter");
    await page.getByRole("button", { name: "Load stars" }).and(page.locator(":focus")).waitFor();
    assertEquals(engine.requests.filter((request) => request.endsWith("/api/chat")).length, 0);
    assertStringIncludes(page.url(), "user=bea");
    await page.getByRole("button", { name: "Ask the sample" }).click();
    await page.locator("#question").press("Enter");
    await page.locator(".meta").waitFor();
  },
);

pageTest("two tabs with the stars of two users keep them over a reload", async (visit) => {
  await using github = startGitHub({ users: { ana: 20, bea: 30 } });
  const { page, context, url } = await visit({ settings: settingsFor(github) });
  await load(page, "ana");
  await page.locator("#stars-chip", { hasText: "@ana" }).waitFor();
  const other = await context.newPage();
  await other.goto(url);
  await load(other, "bea");
  await other.locator("#stars-chip", { hasText: "@bea" }).waitFor();
  for (const [tab, name] of [[page, "@ana"], [other, "@bea"]] as const) {
    await tab.reload();
    await tab.locator("#stars-chip", { hasText: name }).waitFor();
  }
});
