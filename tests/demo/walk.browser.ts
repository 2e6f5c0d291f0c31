// Copyright 2026 the Rivulet authors. MIT license.

// The page's walk, in each browser as people have it: what a person does first, with keys and mouse.
// The other tests of the page take these steps and more, in Chromium's headless shell.
// With WALK_PICTURES=folder what the page looks like is written there, in all browsers.

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { testBrowsers } from "../support/browsers/mod.ts";
import { keepSome, neighbourFiles, readOrigin } from "../support/neighbour.ts";
import { engineSettings } from "../support/page_browser.ts";
import { startPageServer } from "../support/page_server.ts";
import { startEngine, startGitHub } from "../support/page_servers.ts";
import { focused } from "./walk/focus.ts";
import { ask, pictures, SLOW, walkTest } from "./walk/walk_in_browser.ts";
import type { Walker } from "./walk/walker.ts";
import {
  ANSWER,
  CITATION,
  FIRST_STOPS,
  loading,
  MATCH,
  MATCH_NAME,
  QUESTION,
  SKIP,
  words,
} from "./walk/words.ts";

/** Whether this machine reaches itself by its name, which is not one of those that the page names. */
const namesItself = await (async () => {
  await using engine = startEngine({});
  try {
    await (await fetch(`http://${Deno.hostname()}:${engine.port}`)).body?.cancel();
    return true;
  } catch {
    return false;
  }
})();

/** Nothing reaches beyond the page, an open dialog, or the box of the question. */
async function assertNothingCutOff(walker: Walker): Promise<void> {
  const cut = await walker.call(() => {
    const dialogs = document.querySelectorAll("dialog[open]");
    const wide = [document.documentElement, ...dialogs]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ localName, scrollWidth, clientWidth }) =>
        `${localName}: ${scrollWidth} in ${clientWidth} px`
      );
    const { scrollHeight, clientHeight } = document.querySelector("#question")!;
    return scrollHeight > clientHeight
      ? [...wide, `question: ${scrollHeight} in ${clientHeight} px`]
      : wide;
  });
  assertEquals(cut, []);
}

for (const browser of testBrowsers) {
  walkTest(
    browser,
    "the page shows matches at once, and others with each word",
    async ({ walker, url }) => {
      await walker.open(url);
      await walker.waitFor(words.match);
      const first = await walker.texts(MATCH_NAME);
      assertEquals(first.length, 8);
      await walker.fill({ css: QUESTION }, "static site generator");
      await walker.until(startsWithOther, MATCH_NAME, first[0]!);
    },
  );

  walkTest(
    browser,
    "the question box grows with what is written, and shrinks again",
    async ({ walker, url }) => {
      await walker.open(url);
      await walker.waitFor(words.match);
      const line = await walker.call(() => document.querySelector("#question")!.clientHeight);
      await walker.fill({ css: QUESTION }, "static site generator ".repeat(2));
      await walker.until(isTallerThan, QUESTION, line);
      const tall = await walker.call(() => document.querySelector("#question")!.clientHeight);
      await walker.call(narrowWindow);
      await walker.until(isTallerThan, QUESTION, tall);
      await walker.fill({ css: QUESTION }, "static");
      await walker.until(isNoTallerThan, QUESTION, line);
    },
    { width: 390 },
  );

  walkTest(
    browser,
    "stars come page by page, Cancel keeps them, and a reload asks nothing",
    async ({ walker, url }) => {
      await using github = startGitHub({ users: { ana: 1842 }, pauseMs: 60 });
      await walker.open(url, { engine: "webllm", gitHubApiUrl: github.base });
      await walker.click(words.starsChip);
      await walker.fill(words.userName, "@ana");
      await walker.click(words.loadStars);
      await walker.waitFor(loading);
      await walker.click(words.cancel);
      await walker.waitFor(words.cancelled);
      const { length } = github.requests;
      const chip = await walker.waitFor(words.starsChip);
      await walker.open(url);
      await walker.waitFor(words.match);
      assertEquals(await walker.waitFor(words.starsChip), chip);
      assertEquals(github.requests.length, length);
    },
  );

  walkTest(
    browser,
    "an answer streams with its figures, and its citations lead to their matches and back",
    async ({ walker, url }) => {
      const text = "Start with **BurntSushi/ripgrep** [1], or [2].";
      await using engine = startEngine({ tokens: text.match(/.{1,3}/g)!, pauseMs: 1 });
      await walker.open(url, engineSettings("local-a", engine.base));
      await walker.waitFor(words.match);
      await walker.call(listen, words.status);
      await ask(walker);
      await walker.waitFor(words.ready);
      await walker.waitFor(words.cited);
      await walker.click(words.showFigures);
      await walker.waitFor(words.figures);
      assertEquals(await walker.texts(CITATION), ["1", "2"]);
      await walker.until(hasHeard, words.finished);
      await walker.click({ css: CITATION, text: "2" });
      await walker.until(isSecondFocused, MATCH);
      await walker.click(words.backToAnswer);
      await walker.until(isSecondFocused, CITATION);
    },
  );

  walkTest(
    browser,
    "Escape and Stop keep the text and say so, a double Enter does not stop, and Ask again works",
    async ({ walker, url }) => {
      await using engine = startEngine({ ...SLOW });
      await walker.open(url, engineSettings("local-a", engine.base));
      await walker.fill({ css: QUESTION }, "search code");
      // Both in one task of the page, so that no slow machine puts more time between them.
      await walker.call((css) => {
        for (let time = 0; time < 2; time++) {
          document.querySelector(css)!.dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
          );
        }
      }, QUESTION);
      await walker.waitFor({ css: ANSWER, text: "One two three" });
      await walker.waitFor(words.stop);
      await walker.press("Escape");
      await walker.waitFor(words.stopped);
      assertStringIncludes((await walker.texts(ANSWER))[0]!, "One two three");
      await walker.click(words.askAgain);
      await walker.waitFor({ css: ANSWER, text: "One two three" });
      // A press within 400 ms counts as the second half of a double one.
      await walker.call(() => new Promise<void>((resolve) => setTimeout(resolve, 450)));
      await walker.click(words.stop);
      await walker.waitFor(words.stopped);
      engine.script.isOpen = false;
      await walker.click(words.askAgain);
      await walker.waitFor(words.ready);
    },
  );

  walkTest(
    browser,
    "a hostile answer makes no request, no script and no bad link",
    async ({ walker, url }) => {
      const text =
        "![x](https://example.com/a.png?q=secret)\n\n[x](javascript:alert(1)) <img src=x onerror=alert(2)>" +
        "\n\n<script>alert(3)</script>\n\n[ok](https://github.com/sharkdp/fd) The end [1].";
      await using engine = startEngine({ tokens: text.match(/[^]{1,40}/g)! });
      await walker.open(url, engineSettings("local-a", engine.base));
      await ask(walker);
      await walker.waitFor(words.ready);
      const found = await walker.call((css) => {
        const answer = document.querySelector(css)!;
        return [
          answer.querySelectorAll("img, script, iframe, object, video").length,
          [...answer.querySelectorAll("a")].map((link) => link.getAttribute("href")).join(),
        ];
      }, ANSWER);
      assertEquals(found, [0, "https://github.com/sharkdp/fd"]);
    },
  );

  walkTest(
    browser,
    "the keyboard alone is enough, and the focus always shows",
    async ({ walker, url }) => {
      await using engine = startEngine({ tokens: ["Take [1] and ", "[2]."] });
      await walker.open(url, engineSettings("local-a", engine.base));
      await walker.waitFor(words.match);
      await walker.press("Tab");
      const [first, shows] = await walker.call(focused);
      assertMatch(first, SKIP);
      const stops = [shows];
      for (const name of FIRST_STOPS) {
        await walker.press("Tab");
        const [reached, shows] = await walker.call(focused);
        assertEquals(reached, name);
        stops.push(shows);
      }
      assertEquals(stops.includes(false), false);
      await walker.press("k", "Control");
      assertEquals((await walker.call(focused))[0], "question");
      await walker.type("search code");
      await walker.press("Enter", "Shift");
      await walker.type("from the terminal");
      assertEquals(
        await walker.call(
          (css) => document.querySelector<HTMLTextAreaElement>(css)!.value,
          QUESTION,
        ),
        "search code\nfrom the terminal",
      );
      await walker.press("Enter");
      await walker.waitFor(words.ready);
      await walker.call(() => document.querySelector<HTMLElement>("#engine-chip")!.focus());
      await walker.press("Enter");
      await walker.waitFor(words.dialog);
      await walker.press("Escape");
      await walker.until((css) => document.querySelector(css) === null, words.dialog.css);
      await walker.until(() => document.activeElement?.id === "engine-chip");
    },
  );

  walkTest(
    browser,
    "the page works without a network after the first visit",
    async ({ walker, url }) => {
      // Its own server, which goes away.
      const server = await startPageServer();
      try {
        await walker.open(url);
        await walker.open(server.url);
        await walker.waitFor(words.match);
        await walker.call(() => navigator.serviceWorker.ready.then(() => undefined));
      } finally {
        await server[Symbol.asyncDispose]();
      }
      await walker.open(server.url);
      await walker.waitFor(words.match);
      const [first] = await walker.texts(MATCH_NAME);
      await walker.fill({ css: QUESTION }, "static site generator");
      await walker.until(startsWithOther, MATCH_NAME, first!);
    },
  );

  walkTest(
    browser,
    "Delete everything leaves nothing of the page, and all of another app",
    async ({ walker, url }) => {
      await using github = startGitHub({ users: { ana: 120 } });
      await using server = await startPageServer({}, neighbourFiles);
      await walker.open(`${server.url}other/`);
      await walker.call(keepSome, []);
      const others = await walker.call(readOrigin);
      await walker.open(server.url, { engine: "webllm", gitHubApiUrl: github.base });
      await walker.click(words.starsChip);
      await walker.fill(words.userName, "ana");
      await walker.click(words.loadStars);
      await walker.waitFor({ ...words.starsChip, text: "120" });
      await walker.call(() => navigator.serviceWorker.ready.then(() => undefined));
      await walker.click({ css: "#privacy-chip" });
      // What is listed by then moves the button no more.
      await walker.waitFor({ css: "dialog[open] th", text: "^Together$" });
      await walker.click({ css: "dialog[open] button", text: "^Delete everything$" });
      await walker.click({ css: "dialog[open] button", text: "^Yes, delete everything$" });
      await walker.waitFor({ css: "dialog[open] h3", text: "^Everything is deleted$" });
      assertEquals(await walker.texts("dialog[open] li"), [
        "Stars of @ana",
        "This page, for offline use",
        "Settings",
      ]);
      assertEquals(await walker.call(readOrigin), others);
      await walker.open(url);
    },
  );

  walkTest(
    browser,
    "a server is asked once its address is allowed, and the page comes back where it was",
    async ({ walker, url }) => {
      await using engine = startEngine({ tokens: ["Hi"] });
      await using other = startEngine({});
      const host = `${Deno.hostname()}:${engine.port}`;
      // What the policy keeps back never comes to the second server, which would answer.
      const addresses = [`http://${host}`, `http://${Deno.hostname()}:${other.port}`];
      await walker.open(url);
      await walker.waitFor(words.match);
      await walker.fill({ css: QUESTION }, "search code");
      await walker.click(words.engineChip);
      await walker.click({ css: "dialog[open] label", text: "Ollama" });
      await walker.fill({ css: "dialog[open] [name=address]" }, addresses[0]!);
      await walker.waitFor({ css: "dialog[open] p", text: `may not connect to ${host} yet` });
      assertEquals(await walker.call(reached, addresses), [false, false]);
      await walker.click({ css: "dialog[open] [name=allow]" });
      await walker.click({ css: "dialog[open] button", text: "^Check connection$" });
      await walker.waitFor({ css: "dialog[open] .result", text: "model" });
      assertEquals(await walker.call(reached, addresses), [true, false]);
      const kept = await walker.call((css) => [
        document.querySelector<HTMLTextAreaElement>(css)!.value,
        document.querySelector<HTMLInputElement>("dialog [name=address]")!.value,
        history.state,
      ], QUESTION);
      assertEquals(kept, ["search code", addresses[0]!, null]);
      // Nothing was kept: the page may not connect there any more.
      await walker.open(url);
      await walker.waitFor(words.match);
      assertEquals(await walker.call(reached, addresses), [false, false]);
    },
    { ignore: !namesItself },
  );

  for (const width of [...pictures === undefined ? [] : [1280], 390, 320]) {
    walkTest(browser, `nothing is cut off at ${width} px`, async ({ walker, url }) => {
      const text = "Start with **BurntSushi/ripgrep** [1]: it searches whole folders.";
      await using engine = startEngine({ tokens: [text] });
      await walker.open(url, engineSettings("local-a", engine.base));
      await walker.waitFor(words.match);
      assertEquals(await walker.call(() => innerWidth), width);
      const look = async (what: string) => {
        await assertNothingCutOff(walker);
        if (pictures === undefined) return;
        const picture = await walker.takePicture();
        await Deno.writeFile(`${pictures}/${what}-${width}-${browser.name}.png`, picture);
      };
      await look("first");
      await ask(walker, "A fast way to search code from the terminal");
      await walker.waitFor(words.ready);
      await look("answer");
      await walker.click(words.engineChip);
      await walker.waitFor(words.dialog);
      await look("engine");
      await walker.press("Escape");
    }, { width });
  }
}

/** Runs in the page: whether it may connect to each of these addresses. */
function reached(addresses: readonly string[]): Promise<boolean[]> {
  return Promise.all(
    addresses.map((address) => fetch(address, { mode: "no-cors" }).then(() => true, () => false)),
  );
}

/** Runs in the page: takes note of all that a screen reader is told. */
function listen(css: string): void {
  const heard: string[] = (globalThis as unknown as { heard: string[] }).heard = [];
  const region = document.querySelector(css)!;
  new MutationObserver(() => heard.push(region.textContent))
    .observe(region, { childList: true, characterData: true, subtree: true });
}

/** Runs in the page: whether a screen reader was told that. */
function hasHeard(pattern: string): boolean {
  const { heard } = globalThis as unknown as { heard: string[] };
  return heard.some((words) => new RegExp(pattern).test(words));
}

/** Runs in the page: whether the first of these says something else than before. */
function startsWithOther(css: string, before: string): boolean {
  const first = document.querySelector<HTMLElement>(css);
  return first !== null && first.innerText !== before;
}

/** Runs in the page: whether the first of these is taller than so many px. */
function isTallerThan(css: string, height: number): boolean {
  return document.querySelector(css)!.clientHeight > height;
}

/** Runs in the page: whether the first of these is no taller than so many px. */
function isNoTallerThan(css: string, height: number): boolean {
  return document.querySelector(css)!.clientHeight <= height;
}

/** Runs in the page: as if the phone had been turned, for the width of the question box. */
function narrowWindow(): void {
  document.querySelector<HTMLElement>(".question-box")!.style.width = "14rem";
  dispatchEvent(new Event("resize"));
}

/** Runs in the page: whether the second of these has the focus. */
function isSecondFocused(css: string): boolean {
  return document.activeElement === document.querySelectorAll(css)[1];
}
