// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { copyMarkdown } from "../../demo/page/answer/copy_markdown.ts";
import { ANSWER_LIMIT, type Frames, PacedText } from "../../demo/page/ask/paced_text.ts";
import { ShownStream } from "../../demo/page/ask/shown_stream.ts";
import { BracketMarks } from "../../demo/page/ask/bracket_marks.ts";
import { hostToShow } from "../../demo/markdown/link_host.ts";
import {
  citedSources,
  findCitations,
  findMeant,
  readCitation,
} from "../../demo/stars/citations.ts";
import { partsOf } from "../../demo/stars/code_spans.ts";
import { shownText } from "../../demo/stars/shown_text.ts";
import type { Repository } from "../../demo/stars/repository.ts";

const matches = ["a/one", "b/two", "c/three"].map((fullName): Repository => ({
  fullName,
  description: "",
  topics: [],
  stars: 1,
  archived: false,
}));

const insides: [inside: string, numbers: number[] | undefined][] = [
  ["1", [1]],
  [" 1 , 3 ", [1, 3]],
  ["1-3", [1, 2, 3]],
  ["2–3", [2, 3]],
  ["Context 1", [1]],
  ["context 1, Context 2", [1, 2]],
  ["Contexts 1 and 3", [1, 3]],
  ["Source 2", [2]],
  ["1; 2", [1, 2]],
  ["2, 2", [2]],
  ["0", undefined],
  ["4", undefined],
  ["3-1", undefined],
  ["1-99", undefined],
  ["1, 99", [1]],
  ["3-20", [3]],
  ["x", undefined],
  ["1x", undefined],
  ["", undefined],
  ["Context", undefined],
];
for (const [inside, numbers] of insides) {
  Deno.test(`readCitation() reads [${inside}] as ${numbers}`, () => {
    assertEquals(readCitation(inside, 3), numbers);
  });
}

const answers: [text: string, numbers: number[]][] = [
  ["Take [1], [Context 3] and [2-3].", [1, 3, 2, 3]],
  ["A link [1](https://evil.test) and an image ![2](x)", []],
  ["`list[1]` and\n```\nx[2]\n```\nand [3]", [3]],
  ["``a ` [1]`` [2]", [2]],
  ["[1]: https://x.test", []],
  ["a lonely ` and [1]", [1]],
  ["[1][2]", [1, 2]],
];
for (const [text, numbers] of answers) {
  Deno.test(`findCitations() finds ${JSON.stringify(numbers)} in ${JSON.stringify(text)}`, () => {
    const found = findCitations(text, 3);
    assertEquals(found.flatMap((citation) => citation.numbers), numbers);
    for (const { start, end } of found) assert(/^\[.*\]$/.test(text.slice(start, end)));
  });
}

Deno.test("citedSources() does not take a longer name for one of its own", () => {
  const list = ["a/go", "a/gopher", "b/x.js"].map((fullName) => ({ ...matches[0]!, fullName }));
  assertEquals(citedSources("Use a/gopher.", list), [2]);
  assertEquals(citedSources("Use za/go or a/go-x or b/x.js.org", list), []);
  assertEquals(citedSources("Use a/go. And b/x.js.", list), [1, 3]);
});

const meanings: [text: string, numbers: number[]][] = [
  ["**b/two** [1] is quick", [2]],
  ["`B/Two`: [1]", [2]],
  ["[b/two](https://github.com/b/two) [3]", [2]],
  ["b/two is a fork of a/one [2]", [2]],
  ["b/two and more of it [1]", [1]],
  ["no/star [1]", [1]],
  ["a/one\n[2]", [2]],
  ["a/one [1, 3]", [1, 3]],
];
for (const [text, numbers] of meanings) {
  Deno.test(`a citation in ${JSON.stringify(text)} means ${numbers}`, () => {
    assertEquals(findMeant(text, matches).flatMap((citation) => citation.numbers), numbers);
  });
}

Deno.test("text, copy and cards say the same of a citation", () => {
  const text = "**b/two** [1], and [3, 99].";
  assertEquals(citedSources(text, matches), [2, 3]);
  assertStrictEquals(
    copyMarkdown(text, matches),
    "**b/two** [[2]](https://github.com/b/two), and [[3]](https://github.com/c/three).",
  );
});

Deno.test("BracketMarks writes other marks of sources as ours, wherever they are cut", () => {
  const text = "Take 【1†source】 or 【2:0†L1-L9】, not 【x】.";
  for (let size = 1; size < text.length; size++) {
    const marks = new BracketMarks();
    let shown = "";
    for (let at = 0; at < text.length; at += size) shown += marks.push(text.slice(at, at + size));
    assertStrictEquals(shown + marks.end(), "Take [1] or [2], not 【x】.");
  }
});

Deno.test("partsOf() loses no character", () => {
  const pieces = ["`", "``", "```\n", "~~~", "\n", "a", " ", "[1]"];
  for (let seed = 1; seed < 500; seed++) {
    let state = seed;
    const text = Array.from({ length: 20 }, () => {
      state = state * 1103515245 + 12345 & 0x7fffffff;
      return pieces[(state >> 8) % pieces.length];
    }).join("");
    assertStrictEquals(partsOf(text).map((part) => part.text).join(""), text);
  }
});

const copies: [what: string, text: string, copy: string][] = [
  ["a citation", "Take [1].\n", "Take [[1]](https://github.com/a/one)."],
  [
    "two citations apart",
    "[1, 3]",
    "[[1]](https://github.com/a/one), [[3]](https://github.com/c/three)",
  ],
  [
    "citations side by side",
    "[1][2]",
    "[[1]](https://github.com/a/one)[[2]](https://github.com/b/two)",
  ],
  ["code", "`a[1]` and\n~~~\n![x](y) [1] <b>\n~~~\n", "`a[1]` and\n~~~\n![x](y) [1] <b>\n~~~"],
  ["an image", "![x](https://evil.test/a.png)", "\\![x](https://evil.test/a.png)"],
  [
    "an image by reference",
    "![x][y]\n\n[y]: https://evil.test",
    "\\![x][y]\n\n\\[y]: https://evil.test",
  ],
  [
    "a definition that gives a citation an address",
    "[1]: https://evil.test",
    "\\[1]: https://evil.test",
  ],
  [
    "HTML",
    "<img src=x> a < b <https://x.test> <!-- x",
    "\\<img src=x> a < b <https://x.test> \\<!-- x",
  ],
  ["a number that is no source", "array [9]", "array [9]"],
  ["a link with a number", "[1](https://x.test)", "[1](https://x.test)"],
];
for (const [what, text, copy] of copies) {
  Deno.test(`copyMarkdown() copies ${what}`, () => {
    assertStrictEquals(copyMarkdown(text, matches), copy);
  });
}

const links: [address: string, text: string, host: string | undefined][] = [
  ["https://github.com/sharkdp/fd", "sharkdp/fd", undefined],
  ["https://github.com/sharkdp/fd/issues", "fd", undefined],
  ["https://github.com/Sharkdp/fd", "SHARKDP/FD", undefined],
  ["https://github.com/evil/fd", "sharkdp/fd", "github.com"],
  ["https://github.com.evil.test/sharkdp/fd", "sharkdp/fd", "github.com.evil.test"],
  ["https://evil.test/sharkdp/fd", "sharkdp/fd", "evil.test"],
  ["https://evil.test", "1", "evil.test"],
  ["https://evil.test", "https://github.com", "evil.test"],
  ["https://x.test/a", "https://x.test/a", undefined],
  ["https://x.test/", "x.test", undefined],
  ["https://x.test/a", "x.test/a", undefined],
  ["https://ana@evil.test/", "docs", "evil.test"],
  ["https://github.com@evil.test/", "https://github.com@evil.test/", "evil.test"],
  ["https://github.com:443@evil.test/a", "https://github.com:443@evil.test/a", "evil.test"],
  ["https://g\u0456thub.com/", "https://g\u0456thub.com/", "xn--gthub-n2e.com"],
  ["https://g\u0456thub.com/sharkdp/fd", "sharkdp/fd", "xn--gthub-n2e.com"],
  ["https://xn--gthub-n2e.com/", "https://g\u0456thub.com/", "xn--gthub-n2e.com"],
  ["https://\uff47ithub.com/sharkdp/fd", "sharkdp/fd", undefined],
  ["https://3232235777/", "https://3232235777/", "192.168.1.1"],
  ["https://github.com\\@evil.test/", "github.com", undefined],
  ["https://x.test/ä", "https://x.test/ä", undefined],
  ["https://github.com/", "github", "github.com"],
  ["nothing", "x", undefined],
];
for (const [address, text, host] of links) {
  Deno.test(`hostToShow() says ${host} of [${text}](${address})`, () => {
    assertStrictEquals(hostToShow(address, text), host);
  });
}

const streamed = [
  "👩‍👩‍👧 and 🏳️‍🌈 👍🏽 1️⃣ می‌خواهم",
  "a\u202eb \u200bc\u0000d",
  "one\r\ntwo\rthree",
  "plain words, 漢字",
];
for (const text of streamed) {
  Deno.test(`ShownStream shows ${JSON.stringify(text)} as a whole, however it is cut`, () => {
    for (let size = 1; size < 5; size++) {
      const stream = new ShownStream();
      let shown = "";
      for (let at = 0; at < text.length; at += size) {
        shown += stream.push(text.slice(at, at + size));
      }
      shown += stream.end();
      assertStrictEquals(shown, shownText(text));
    }
  });
}

Deno.test("ShownStream takes the effect from a sequence that is cut", () => {
  const stream = new ShownStream();
  const shown = [..."a\u001b[31mb\u001b]0;x\u0007c"].map((one) => stream.push(one)).join("");
  const whole = shown + stream.end();
  assert(!whole.includes("\u001b") && !whole.includes("\u0007"), JSON.stringify(whole));
});

/** A page that draws when the test wants, and whose clock goes on with what is shown. */
class FakeFrames implements Frames {
  time = 0;
  #work: (() => void) | undefined;
  count = 0;

  next(work: () => void): () => void {
    this.#work = work;
    return () => this.#work = undefined;
  }

  now(): number {
    return this.time;
  }

  /** Draws once; whether there was something to do. */
  draw(tookMs = 16): boolean {
    const work = this.#work;
    this.#work = undefined;
    this.time += tookMs;
    if (work === undefined) return false;
    this.count++;
    work();
    return true;
  }
}

function pace(options: { msOfSlice?: number } = {}) {
  const frames = new FakeFrames();
  const slices: number[] = [];
  let limits = 0;
  let shown = "";
  const text = new PacedText((slice) => {
    shown += slice;
    slices.push(slice.length);
    frames.time += options.msOfSlice ?? 0;
  }, { onLimit: () => limits++, frames });
  return { frames, slices, text, limits: () => limits, shown: () => shown };
}

Deno.test("PacedText shows what comes in one frame together", async () => {
  const { frames, slices, text, shown } = pace();
  text.push("one ");
  text.push("two");
  assertStrictEquals(shown(), "");
  frames.draw();
  assertEquals([shown(), slices], ["one two", [7]]);
  const end = text.end();
  frames.draw();
  await end;
});

Deno.test("PacedText spreads a long text over frames, and none of it is lost", async () => {
  const { frames, slices, text, shown } = pace({ msOfSlice: 5 });
  const long = "word ".repeat(20_000);
  text.push(long);
  const end = text.end();
  while (frames.draw());
  await end;
  assertStrictEquals(shown(), long);
  assert(Math.max(...slices) <= 2000);
  assert(frames.count > slices.length / 2, String(frames.count));
});

Deno.test("PacedText rests after a frame that took long to draw", () => {
  const { frames, slices, text } = pace({ msOfSlice: 10 });
  text.push("x".repeat(20_000));
  frames.draw();
  assertStrictEquals(slices.length, 1);
  // The drawing took 500 ms, so that the next slice waits for a second.
  frames.draw(500);
  for (let round = 0; round < 10; round++) frames.draw(16);
  assertStrictEquals(slices.length, 1);
  frames.draw(1000);
  frames.draw();
  assert(slices.length > 1);
});

Deno.test("PacedText stops at once and leaves what is in sight", async () => {
  const { frames, text, shown } = pace({ msOfSlice: 10 });
  text.push("x".repeat(200_000));
  const end = text.end();
  frames.draw();
  const before = shown();
  text.stop();
  await end;
  assertEquals([frames.draw(), shown()], [false, before]);
  text.push("more");
  assertEquals([frames.draw(), shown()], [false, before]);
});

Deno.test("PacedText tells once that an answer is too long, and shows it as far as the limit", async () => {
  const { frames, text, limits, shown } = pace();
  for (let round = 0; round < 20; round++) text.push("y".repeat(50_000));
  assertStrictEquals(limits(), 1);
  const end = text.end();
  while (frames.draw());
  await end;
  assertStrictEquals(shown().length, ANSWER_LIMIT);
});

Deno.test("PacedText ends where nothing came", async () => {
  const { frames, text, shown } = pace();
  const end = text.end();
  frames.draw();
  await end;
  await text.end();
  assertStrictEquals(shown(), "");
});
