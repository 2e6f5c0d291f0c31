// Copyright 2026 the Rivulet authors. MIT license.

// Steps 36 to 46 of the walk, in each browser as people have it: conversations, lists that come and
// go as files, a new version, and what a page does whose server, storage or reload fails.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { testBrowsers } from "../support/browsers/mod.ts";
import { engineSettings } from "../support/page_browser.ts";
import { startEmbedder } from "../support/page_embedder.ts";
import { pageFiles, startPageServer } from "../support/page_server.ts";
import { startEngine, startGitHub } from "../support/page_servers.ts";
import { nextVersion, publish } from "../support/published_page.ts";
import { OUTLIVED } from "../support/shared_browser.ts";
import { startStaticHost } from "../support/static_host.ts";
import { focused, lostFocus, watchFocus } from "./walk/focus.ts";
import { ask, SLOW, walkTest } from "./walk/walk_in_browser.ts";
import { Walker } from "./walk/walker.ts";
import { ANSWER, MATCH, MATCH_NAME, QUESTION, words } from "./walk/words.ts";

for (const browser of testBrowsers) {
  walkTest(
    browser,
    "36: the first match of each example fits it, and a click is enough",
    async ({ walker, url }) => {
      await walker.open(url);
      await walker.waitFor(words.match);
      const fits = [
        ["Search code from the terminal", "BurntSushi/ripgrep"],
        ["Self-hosted photo library", "immich"],
        ["Charts without a framework", "[Cc]hart"],
      ];
      for (const [example, name] of fits) {
        await walker.fill({ css: QUESTION }, "x");
        await walker.press("Backspace");
        await walker.click({ css: "#examples button", text: example! });
        await walker.waitFor({ css: `${MATCH}:first-child`, text: name! });
      }
    },
  );

  walkTest(
    browser,
    "37 and 38: follow-ups send the turns before, a new question sends nothing of them",
    async ({ walker, url }) => {
      await using engine = startEngine({ tokens: ["Take [1]."] });
      await walker.open(url, engineSettings("local-a", engine.base));
      await walker.waitFor(words.match);
      await ask(walker);
      for (const question of ["one in Rust?", "why not the second?"]) {
        await walker.waitFor(words.ready);
        await ask(walker, question);
        await walker.waitFor({ ...words.answerTitle, text: question.slice(0, -1) });
      }
      await walker.waitFor(words.ready);
      await walker.click(words.newQuestion);
      await ask(walker, "charts in the browser");
      await walker.waitFor({ ...words.answerTitle, text: "charts" });
      await walker.waitFor(words.ready);
      const sent = engine.bodies.filter((body) => body.includes('"messages"'))
        .map((body) => JSON.parse(body).messages.length);
      assertEquals(sent, [2, 4, 6, 2]);
    },
  );

  walkTest(
    browser,
    "39: a page that is left in the middle of an answer keeps what came",
    async ({ walker, url }) => {
      await using engine = startEngine({ ...SLOW });
      await walker.open(url, engineSettings("local-a", engine.base));
      await walker.waitFor(words.match);
      await ask(walker);
      await walker.waitFor({ css: ANSWER, text: "One two three" });
      const address = await walker.call(() => location.href);
      await walker.open(new URL("icon.svg", url).href);
      await walker.open(address);
      await walker.waitFor({ css: ANSWER, text: "One two three" });
      await walker.waitFor({ css: "body", text: "[Ss]topped (answering )?after 3 words" });
    },
  );

  walkTest(
    browser,
    "40: two tabs are open while a new version is published, and both answer",
    async ({ walker, tab }) => {
      await using engine = startEngine({ tokens: ["Take [1]."] });
      const folder = await Deno.makeTempDir();
      await publish(folder, await pageFiles());
      await using host = await startStaticHost(folder);
      await walker.open(host.url, engineSettings("local-a", engine.base));
      await walker.waitFor(words.match);
      await walker.call(() => navigator.serviceWorker.ready.then(() => undefined));
      // Served by the worker from here on.
      await walker.open(host.url);
      await walker.waitFor(words.match);
      await publish(folder, await nextVersion());
      await using other = await tab.openBeside();
      const second = new Walker(other);
      await second.open(host.url);
      await second.waitFor(words.match);
      await walker.waitFor({ css: ".banner", text: "There is a new version of this page\\." });
      for (const one of [walker, second]) {
        await ask(one);
        await one.waitFor(words.ready);
      }
      const address = await walker.call(() => location.href);
      await walker.open(new URL("icon.svg", host.url).href);
      await walker.open(address);
      // The answer is there again; a follow-up needs the parts of the version that is here now.
      await walker.waitFor(words.ready);
      await ask(walker, "one in Rust");
      await walker.waitFor({ ...words.answerTitle, text: "one in Rust" });
      await walker.waitFor(words.ready);
      assertEquals((await walker.texts("body"))[0]!.includes("You may be offline"), false);
      await Deno.remove(folder, { recursive: true });
    },
  );

  walkTest(
    browser,
    "41: a list that was exported as JSON is the same in another profile, and CSV has it all",
    async ({ walker, url }) => {
      await using github = startGitHub({ users: { ana: 250 } });
      const settings = { engine: "webllm", gitHubApiUrl: github.base };
      await walker.open(url, settings);
      await walker.fill({ css: "#welcome-name" }, "ana");
      await walker.press("Enter");
      await walker.waitFor({ ...words.starsChip, text: "250" });
      await walker.waitFor({ css: "#matches-title", text: "of 250 stars" });
      await walker.call(catchFiles);
      for (const format of ["CSV", "JSON"]) {
        await walker.click({ css: "button", text: "^Export" });
        await walker.click({ css: `[aria-label="All as ${format}"]` });
      }
      await walker.until(hasFiles, 2);
      const [csv, json] = await walker.call(caughtFiles);
      assertEquals([csv!.name, csv!.text.trim().split("\n").length], ["ana.csv", 251]);
      assertEquals([json!.name, JSON.parse(json!.text).length], ["ana.json", 250]);
      const names = await walker.texts(MATCH_NAME);
      const { length } = github.requests;
      // At another address nothing of this one is known.
      await using profile = await startPageServer();
      await walker.open(profile.url, settings);
      await walker.click(words.starsChip);
      await walker.waitFor(words.dialog);
      await walker.call(chooseFile, json!);
      await walker.waitFor({ ...words.starsChip, text: "250" });
      await walker.open(profile.url);
      await walker.waitFor({ ...words.starsChip, text: "@ana" });
      await walker.waitFor({ css: "#matches-title", text: "of 250 stars" });
      assertEquals(await walker.texts(MATCH_NAME), names);
      assertEquals(github.requests.length, length);
    },
  );

  walkTest(
    browser,
    "42: 950 stars behind pages that name the next one alone are all read",
    async ({ walker, url }) => {
      await using github = startGitHub({ users: { ana: 950 }, namesNextOnly: true });
      await walker.open(url, { engine: "webllm", gitHubApiUrl: github.base });
      await walker.click(words.starsChip);
      await walker.fill(words.userName, "ana");
      await walker.click(words.loadStars);
      await walker.waitFor({ ...words.starsChip, text: "950" });
    },
  );

  Deno.test({
    name: `43: where site data is blocked the page says so, and answers, in ${browser.name}`,
    ignore: browser.missing !== undefined || !browser.canBlockSiteData,
    ...OUTLIVED,
    async fn() {
      await using engine = startEngine({ tokens: ["Take [1]."] });
      await using server = await startPageServer();
      await using started = await browser.start({ blocksSiteData: true });
      await using tab = await started.openTab({ width: 1280, height: 844 });
      const walker = new Walker(tab);
      await walker.open(server.url);
      await walker.waitFor(words.match);
      await walker.click({ css: "#privacy-chip" });
      await walker.waitFor({ ...words.dialog, text: "cookies and site data are blocked" });
      await walker.waitFor({ css: "dialog[open] p", text: "^Nothing\\.$" });
      await walker.press("Escape");
      await walker.until((css) => document.querySelector(css) === null, words.dialog.css);
      await walker.click(words.engineChip);
      await walker.click({ css: "dialog[open] label", text: "Ollama" });
      await walker.fill({ css: "dialog[open] [name=address]" }, engine.base);
      await walker.click({ css: "dialog[open] button", text: "^Use Ollama$" });
      await walker.until((css) => document.querySelector(css) === null, words.dialog.css);
      await ask(walker);
      await walker.waitFor(words.ready);
      await walker.click({ css: "#privacy-chip" });
      await walker.click({ css: "dialog[open] button", text: "^Delete everything$" });
      await walker.click({ css: "dialog[open] button", text: "^Yes, delete everything$" });
      await walker.waitFor({ css: "dialog[open] h3", text: "^Nothing could be deleted$" });
      assertEquals(tab.errors, []);
    },
  });

  walkTest(
    browser,
    "44: a server that is gone in the middle is said to have stopped answering",
    async ({ walker, url }) => {
      await using engine = startEngine({ tokens: ["One ", "two ", "three "], breaks: true });
      await walker.open(url, engineSettings("local-a", engine.base));
      await walker.waitFor(words.match);
      await ask(walker);
      await walker.waitFor({ css: "body", text: "Ollama stopped answering after \\d words\\." });
    },
  );

  walkTest(
    browser,
    "45: by the keyboard alone to a follow-up, and the focus is never on the page as a whole",
    async ({ walker, url }) => {
      await using engine = startEngine({ tokens: ["Take [1]."] });
      await walker.open(url, engineSettings("local-a", engine.base));
      await walker.waitFor(words.match);
      await walker.press("Tab");
      await walker.call(watchFocus);
      await walker.press("k", "Control");
      await walker.type("search code");
      await walker.press("Enter");
      await walker.waitFor(words.ready);
      assertEquals((await walker.call(focused))[0], "question");
      await walker.press("Tab", "Shift");
      await walker.press("Tab");
      await walker.type("one in Rust");
      await walker.press("Enter");
      await walker.waitFor({ ...words.answerTitle, text: "one in Rust" });
      await walker.waitFor(words.ready);
      assertEquals(await walker.call(lostFocus), 0);
    },
  );

  walkTest(
    browser,
    "46: a server of LM Studio's protocol lists its models, makes the search smarter, and answers",
    async ({ walker, url }) => {
      const model = "text-embedding-nomic-embed-text-v1.5";
      await using server = startEmbedder({ models: ["qwen", model], answer: "Take [1]." });
      await walker.open(url, engineSettings("local-b", server.base));
      await walker.waitFor(words.match);
      await walker.click(words.starsChip);
      // What the browser can run is known by then, and moves the buttons below no more.
      await walker.waitFor({ css: "dialog[open] .choice", text: "133 MB|not in this browser" });
      await walker.click({ css: "dialog[open] button", text: "Look for more models in LM Studio" });
      await walker.waitFor({
        ...words.dialog,
        text: "LM Studio has 1 model that can read meanings",
      });
      await walker.click({ css: "dialog[open] label", text: model });
      await walker.click({ css: "dialog[open] button", text: "^Search like this$" });
      await walker.until(says, words.status, "Meanings are ready.");
      await walker.fill({ css: QUESTION }, "snapshot");
      await walker.waitFor({ css: ".ranking", text: `by words and ${model}` });
      await walker.waitFor({ css: MATCH, text: "[Pp]hoto" });
      await walker.press("Enter");
      await walker.waitFor({ css: ".figures", text: "qwen on LM Studio" });
      assertStringIncludes((await walker.texts(ANSWER))[0]!, "Take");
      assertEquals(server.requests.includes("POST /v1/embeddings"), true);
    },
  );
}

/** A file as the page hands it out. */
interface CaughtFile {
  readonly name: string;
  readonly text: string;
}

/** Runs in the page: takes its files from now on, where a browser would ask where to put them. */
function catchFiles(): void {
  const files: CaughtFile[] = (globalThis as unknown as { files: CaughtFile[] }).files = [];
  let blob = new Blob();
  URL.createObjectURL = (file) => {
    blob = file as Blob;
    return "blob:caught";
  };
  HTMLAnchorElement.prototype.click = function () {
    const name = this.download;
    blob.text().then((text) => files.push({ name, text }));
  };
}

/** Runs in the page: whether so many files have come. */
function hasFiles(count: number): boolean {
  return (globalThis as unknown as { files: CaughtFile[] }).files.length === count;
}

/** Runs in the page: the files, the first one first. */
function caughtFiles(): CaughtFile[] {
  return (globalThis as unknown as { files: CaughtFile[] }).files;
}

/** Runs in the page: as if a person had chosen this file of their computer. */
function chooseFile({ name, text }: CaughtFile): void {
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], name, { type: "application/json" }));
  const input = document.querySelector<HTMLInputElement>("[name=import]")!;
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Runs in the page: whether this stands there, seen or unseen. */
function says(css: string, text: string): boolean {
  return document.querySelector(css)?.textContent === text;
}
