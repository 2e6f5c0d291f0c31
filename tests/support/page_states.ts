// Copyright 2026 the Rivulet authors. MIT license.

// The states of the page, each reached from a fresh start, as a person reaches it.

import type { BrowserContext, Page } from "playwright-core";
import { closedPort } from "./loopback.ts";
import { ask, engineSettings, goOn, typeQuestion } from "./page_browser.ts";
import { playModelHosts, SHARDS } from "./page_models.ts";
import type { Stand } from "./page_stand.ts";
import { until } from "./until.ts";

/** Where a state is reached. */
export interface Scene extends Stand {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** A state of the page. */
export interface PageState {
  /** What an earlier visit has kept; an answering Ollama without it. */
  readonly settings?: (stand: Stand) => unknown;
  readonly reach: (scene: Scene) => Promise<void>;
  /** Requests leave for hosts that are played. */
  readonly goesOut?: boolean;
}

/** Longer than any test looks at what waits for an answer. */
const HELD_MS = 600_000;

const inBrowser = (): unknown => ({ engine: "webllm" });

async function loadStars(page: Page, user: string): Promise<void> {
  await page.click("#stars-chip");
  await page.fill("dialog [name=user]", user);
  await page.getByRole("button", { name: "Load stars" }).last().click();
}

async function chooseMeanings(page: Page, model: string): Promise<void> {
  await page.click("#stars-chip");
  await page.getByRole("radio", { name: model }).check();
  await page.getByRole("button", { name: "Search like this" }).click();
}

const withEmbedder = ({ embedder }: Stand): unknown => engineSettings("local-a", embedder.base);

export const pageStates: Readonly<Record<string, PageState>> = {
  "first visit": { reach: () => Promise.resolve() },
  "loading stars": {
    async reach({ page, github }) {
      await loadStars(page, "ana");
      await page.getByText(/Reading @ana's stars: [\d,]+ of about/).waitFor();
      github.script.pauseMs = HELD_MS;
    },
  },
  "partly loaded": {
    async reach({ page }) {
      await loadStars(page, "busy");
      await page.getByText(/GitHub allows 60 requests an hour/).first().waitFor();
    },
  },
  "no stars": {
    async reach({ page }) {
      await loadStars(page, "empty");
      await page.getByText("@empty has no public stars").first().waitFor();
    },
  },
  "indexing": {
    settings: withEmbedder,
    async reach({ page, embedder }) {
      await chooseMeanings(page, "all-minilm");
      await page.getByText(/Reading meanings with all-minilm: [1-9]\d* of 240/).waitFor();
      embedder.options.pauseMs = HELD_MS;
    },
  },
  "slow indexing": {
    settings: withEmbedder,
    async reach({ page, embedder }) {
      embedder.options.pauseMs = 1500;
      await page.clock.install();
      await chooseMeanings(page, "all-minilm");
      await page.getByText("Reading meanings with all-minilm: 0 of 240").waitFor();
      // Unrelated questions are read first, and do not count for the pace.
      const isBatch = (body: string) => JSON.parse(body || "{}").input?.length > 20;
      await until(() => embedder.bodies.some(isBatch), "the first batch");
      // As if the first batch had taken most of a minute; a whole one is too long for the client.
      await page.clock.fastForward(45_000);
      await page.getByText(/^About \d+ min on this computer\./).first().waitFor();
    },
  },
  "model consent": {
    settings: inBrowser,
    async reach({ page }) {
      await ask(page);
      await page.getByText("Download a model to write answers?").waitFor();
    },
  },
  "consent to read meanings": {
    async reach({ page }) {
      await chooseMeanings(page, "snowflake-arctic-embed-s");
      await page.getByText("Download a model to read meanings?").waitFor();
    },
  },
  "downloading a model that reads": {
    goesOut: true,
    async reach(scene) {
      const { page, context, started } = scene;
      started.push(await playModelHosts(context, { slow: SHARDS.slice(1) }));
      await pageStates["consent to read meanings"]!.reach(scene);
      await page.getByRole("button", { name: /^Download about/ }).click();
      await page.getByText(/Downloading snowflake-arctic-embed-s: 2 of about 6 MB/).waitFor();
    },
  },
  "loading": {
    settings: inBrowser,
    goesOut: true,
    async reach({ page, context, started }) {
      started.push(await playModelHosts(context, { slow: ["mlc-chat-config.json"] }));
      await ask(page);
      await page.getByRole("button", { name: /^Download about/ }).click();
      await page.getByText("Preparing…").waitFor();
    },
  },
  "downloading": {
    settings: inBrowser,
    goesOut: true,
    async reach({ page, context, started }) {
      started.push(await playModelHosts(context, { slow: SHARDS.slice(1) }));
      await ask(page);
      await page.getByRole("button", { name: /^Download about/ }).click();
      await page.getByText(/Downloading Llama 3\.2 1B: 2 of about 6 MB/).waitFor();
    },
  },
  "cancelled": {
    settings: inBrowser,
    goesOut: true,
    async reach(scene) {
      await pageStates["downloading"]!.reach(scene);
      await scene.page.getByRole("button", { name: "Cancel" }).click();
      await scene.page.getByText("Llama 3.2 1B is not ready").waitFor();
    },
  },
  "waiting": {
    async reach({ page, engine }) {
      Object.assign(engine.script, { tokens: [], isOpen: true });
      await page.clock.install();
      await ask(page);
      await page.getByText(/^Waiting for llama3\.1:8b · \d+ s$/).waitFor();
      await page.clock.fastForward(8000);
      await page.getByText(/^Waiting for llama3\.1:8b · [89] s$/).waitFor();
    },
  },
  "streaming": {
    async reach({ page, engine }) {
      Object.assign(engine.script, {
        tokens: ["Start with **BurntSushi/ripgrep** [1]", ", it"],
        isOpen: true,
      });
      await ask(page);
      await page.locator(".answer-text.caret", { hasText: "Start with" }).waitFor();
    },
  },
  "stopped": {
    async reach(scene) {
      await pageStates["streaming"]!.reach(scene);
      await scene.page.keyboard.press("Escape");
      await scene.page.getByText(/^Stopped after/).first().waitFor();
    },
  },
  "done, and what was sent": {
    async reach({ page }) {
      await ask(page);
      await page.getByRole("button", { name: "More about the answer" }).click();
      await page.getByRole("button", { name: "Text sent" }).click();
      await page.locator(".citation").first().click();
    },
  },
  "more about an answer": {
    async reach({ page }) {
      await ask(page);
      await page.locator(".meta").waitFor();
      await page.getByRole("button", { name: "More about the answer" }).click();
    },
  },
  "a conversation": {
    async reach({ page }) {
      await ask(page);
      await page.locator(".meta").waitFor();
      await goOn(page, "one in Rust?");
      await page.locator("#answer-title", { hasText: "one in Rust?" }).waitFor();
      await page.locator(".meta").waitFor();
    },
  },
  "the menu of the page": {
    async reach({ page }) {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.locator("#theme").waitFor();
    },
  },
  "keys": {
    async reach({ page }) {
      await page.focus("#stars-chip");
      await page.keyboard.press("?");
      await page.locator("#keys-dialog[open]").waitFor();
    },
  },
  "thinking": {
    async reach({ page, engine }) {
      Object.assign(engine.script, {
        tokens: ["<think>Let me see what fits.</think>", "Take [1]."],
      });
      await ask(page);
      await page.locator(".meta").waitFor();
      await page.locator(".thinking summary").click();
    },
  },
  "an answer from right to left": {
    async reach({ page, engine }) {
      Object.assign(engine.script, {
        tokens: [
          "התחל עם **BurntSushi/ripgrep** [1].\n\n- אחד\n- שניים\n\n> ציטוט\n\n```sh\nrg x\n```",
        ],
      });
      await ask(page, "חיפוש search code");
      await page.locator(".meta").waitFor();
    },
  },
  "empty answer": {
    async reach({ page, engine }) {
      Object.assign(engine.script, { tokens: [] });
      await ask(page);
      await page.locator(".ending", { hasText: "The model returned nothing." }).waitFor();
    },
  },
  "another question in the box": {
    async reach({ page }) {
      await ask(page);
      await page.locator(".meta").waitFor();
      await page.fill("#question", "static site generator");
      await page.locator("#matches-title", { hasText: "static site generator" }).waitFor();
    },
  },
  "broken off": {
    async reach({ page, engine }) {
      Object.assign(engine.script, {
        tokens: ["Start with **ripgrep** [1]", ", it"],
        breaks: true,
      });
      await ask(page);
      await page.getByText(/^Ollama stopped answering after \d words\.$/).waitFor();
    },
  },
  "typed filters, and the menu of a match": {
    async reach({ page }) {
      await typeQuestion(page, "search lang:rust");
      await page.locator(".typed").waitFor();
      await page.locator(".card .menu-button").first().click();
    },
  },
  "a match left out, and the menu of the next": {
    async reach({ page }) {
      await typeQuestion(page, "node");
      await page.locator(".card mark").first().waitFor();
      await page.locator(".card .menu-button").first().click();
      await page.getByRole("button", { name: "Leave out of the answer" }).click();
      await page.locator(".card.left-out").waitFor();
      await page.locator(".card .menu-button").nth(1).click();
    },
  },
  "all matches, and the menu to write them out": {
    async reach({ page }) {
      await typeQuestion(page, "framework");
      await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
      await page.getByRole("button", { name: "Export" }).click();
    },
  },
  "last questions": {
    async reach({ page }) {
      await ask(page);
      await page.locator(".meta").waitFor();
      await page.getByRole("button", { name: "Last questions" }).click();
      await page.locator("#questions-dialog").waitFor();
    },
  },
  "a question that is too long": {
    async reach({ page }) {
      await page.fill("#question", "word ".repeat(1000));
      await page.getByText("A question holds 2,000 characters").waitFor();
    },
  },
  "no match": {
    async reach({ page }) {
      await ask(page, "zzqqxxyy");
      await page.getByText("No repository matches that.").waitFor();
    },
  },
  "offline": {
    async reach({ page, context }) {
      await context.setOffline(true);
      await page.locator(".banner", { hasText: "You are offline." }).waitFor();
    },
  },
  "remote, first time": {
    settings: ({ engine }) => engineSettings("standard-compatible", engine.base, "m"),
    async reach({ page }) {
      await ask(page);
      await page.fill("[name=key]", "test-key-of-nobody");
      await page.getByRole("button", { name: /Use this service/ }).click();
      await page.getByRole("button", { name: "Show exactly what is sent" }).click();
    },
  },
  "failure": {
    settings: () => engineSettings("local-a", `http://localhost:${closedPort()}`),
    async reach({ page }) {
      await ask(page);
      await page.locator(".panel.error").waitFor();
    },
  },
  "refused key": {
    settings: ({ engine }) => engineSettings("standard-compatible", engine.base, "m"),
    async reach({ page, engine }) {
      engine.script.status = 401;
      await page.click("#engine-chip");
      await page.fill("[name=key]", "test-key-of-nobody");
      await page.getByRole("button", { name: "Use this service" }).click();
      await ask(page);
      await page.getByRole("button", { name: /^Send/ }).click();
      await page.locator(".panel.error").waitFor();
    },
  },
  "model missing": {
    settings: ({ engine }) => engineSettings("local-a", engine.base, "not-here"),
    async reach({ page }) {
      await ask(page);
      await page.getByText(/^not-here is not installed/).first().waitFor();
    },
  },
  "no graphics": {
    settings: inBrowser,
    async reach({ page }) {
      await page.evaluate(() => Object.defineProperty(navigator, "gpu", { value: undefined }));
      await ask(page);
      await page.getByText("This browser cannot run a model.").waitFor();
    },
  },
  "asking to read READMEs": {
    async reach({ page }) {
      await page.getByRole("button", { name: "Read the READMEs of these 8" }).click();
      await page.getByRole("button", { name: "Send 8 requests" }).waitFor();
    },
  },
  "READMEs are read": {
    async reach(scene) {
      await pageStates["asking to read READMEs"]!.reach(scene);
      await scene.page.getByRole("button", { name: "Send 8 requests" }).click();
      await scene.page.getByText("The first words of their READMEs go with your question.").first()
        .waitFor();
      await scene.page.locator(".card .menu-button").first().click();
      await scene.page.getByRole("button", { name: "Text sent to the model" }).click();
    },
  },
  "stars dialog": {
    async reach({ page }) {
      await page.click("#stars-chip");
      await page.getByText("Token and GitHub server").click();
      await page.locator(".choice", { hasText: "about 133 MB" }).waitFor();
    },
  },
  "engine dialog, this browser": {
    settings: inBrowser,
    async reach({ page }) {
      await page.click("#engine-chip");
      await page.locator("#engine-dialog").getByText("Qwen3 1.7B").waitFor();
    },
  },
  "engine dialog, server": {
    async reach({ page }) {
      await page.click("#engine-chip");
      await page.getByRole("button", { name: "Check connection" }).click();
      await page.getByText("1 model ready.").first().waitFor();
    },
  },
  "engine dialog, remote": {
    settings: ({ engine }) => engineSettings("standard-compatible", engine.base, "m"),
    async reach({ page }) {
      await page.click("#engine-chip");
      await page.fill("[name=key]", "test-key-of-nobody");
      await page.getByRole("checkbox", { name: "Keep for this tab" }).check();
      await page.getByRole("button", { name: "Use this service" }).click();
      await page.click("#engine-chip");
      await page.getByRole("button", { name: "Forget key" }).waitFor();
    },
  },
  "engine dialog, a host to allow": {
    async reach({ page }) {
      await page.click("#engine-chip");
      await page.locator("input[name=engine][value=standard-compatible]").check();
      await page.fill("#engine-dialog [name=address]", "https://models.example/v1");
      await page.getByText("This page may not connect to models.example yet.").waitFor();
    },
  },
  "privacy dialog": {
    async reach(scene) {
      const { page } = scene;
      await pageStates["READMEs are read"]!.reach(scene);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await page.click("#privacy-chip");
      await page.getByText("The browser counts").waitFor();
      await page.getByRole("button", { name: "Delete everything" }).click();
    },
  },
  "everything deleted": {
    async reach(scene) {
      await pageStates["privacy dialog"]!.reach(scene);
      await scene.page.getByRole("button", { name: "Yes, delete everything" }).click();
      await scene.page.getByText("Everything is deleted", { exact: true }).waitFor();
    },
  },
};

/** The settings with which a state starts. */
export function settingsOf({ settings }: PageState, stand: Stand): unknown {
  const { github, readmes, engine } = stand;
  const own = settings?.(stand) ?? engineSettings("local-a", engine.base);
  return { gitHubApiUrl: github.base, readmeUrl: readmes.base, ...own as object };
}
