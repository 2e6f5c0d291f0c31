// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  ask,
  engineSettings,
  goOn,
  pageTest,
  typeQuestion,
  waitForFocus,
} from "../support/page_browser.ts";
import { AimockServer } from "../support/aimock.ts";
import { startEngine } from "../support/page_servers.ts";

const SLOW = { tokens: ["One ", "two ", "three "], pauseMs: 5, isOpen: true };

pageTest(
  "an answer streams, shows its figures, and its citations lead to their cards and back",
  async (visit) => {
    const text =
      "Start with **BurntSushi/ripgrep** [1], or [2, 3]. nobody/made-up and github.com/made/up are no stars.";
    await using engine = startEngine({ tokens: text.match(/.{1,3}/g)!, pauseMs: 1 });
    const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
    await ask(page, "search code from the terminal");
    await page.locator(".meta").waitFor();
    assertMatch(await page.locator(".figures").innerText(), /^llama3\.1:8b on Ollama\s*i$/);
    await page.getByRole("button", { name: "Figures of the answer" }).click();
    assertMatch(
      (await page.locator(".figures").innerText()).replace(/\s*i$/, ""),
      /^llama3\.1:8b on Ollama · first word \d+\.\d s · \d+(\.\d)? tok\/s · \d+ words$/,
    );
    assertEquals(await page.locator(".citation").allInnerTexts(), ["1", "2", "3"]);
    assertEquals(await page.locator(".stranger").allInnerTexts(), [
      "nobody/made-up",
      "made/up",
    ]);
    assertEquals(await page.locator('.answer-text > p[dir="auto"]').count(), 1);
    assertEquals(
      await page.locator(".card.cited").evaluateAll((cards) =>
        cards.map((card) => card.getAttribute("data-number"))
      ),
      ["1", "2", "3"],
    );
    assertMatch(
      await page.locator("#status").innerText(),
      /^Answer finished: \d+ words, 3 sources\.$/,
    );
    const second = page.locator(".citation").nth(1);
    await second.click();
    const card = page.locator('.card[data-number="2"]');
    await waitForFocus(card);
    assertStringIncludes(
      await second.getAttribute("aria-label") ?? "",
      await card.locator(".name").innerText(),
    );
    await card.getByRole("button", { name: "Back to answer" }).click();
    await waitForFocus(second);
  },
);

pageTest("a citation leads to its own matches after another question was typed", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1]."] });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page, "search code from the terminal");
  await page.locator(".meta").waitFor();
  const name = await page.locator(".card .name").first().innerText();
  await page.fill("#question", "static site generator");
  await page.waitForFunction(
    (before) => document.querySelector(".card .name")?.textContent !== before,
    name,
  );
  await page.locator(".citation").first().click();
  assertEquals(await page.locator(".card:focus .name").innerText(), name);
});

pageTest("an answer of another project's server arrives whole", async (visit) => {
  await using server = await AimockServer.start({ chunkSize: 5 });
  server.mock.on({ model: "qwen" }, { content: "Start with BurntSushi/ripgrep [1]." });
  const { page } = await visit({
    settings: engineSettings("standard-compatible", server.mock.url, "qwen"),
  });
  await ask(page);
  await page.fill("[name=key]", "test-key-of-nobody");
  await page.getByRole("button", { name: /Use this service/ }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator(".meta").waitFor();
  assertEquals(await page.locator(".answer-text").innerText(), "Start with BurntSushi/ripgrep 1.");
});

for (const way of ["Escape", "Stop"] as const) {
  pageTest(`${way} keeps the text and says so, and Ask again works`, async (visit) => {
    await using engine = startEngine({ ...SLOW });
    const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
    await ask(page);
    await page.getByText("One two three").waitFor();
    if (way === "Escape") await page.keyboard.press("Escape");
    else {
      await page.waitForTimeout(450);
      await page.click("#submit");
    }
    await page.getByText("Stopped after 3 words.").waitFor();
    assertStringIncludes(await page.locator(".answer-text").innerText(), "One two three");
    assertEquals(await page.locator("#submit").innerText(), "Ask");
    assertEquals(await page.locator("#status").innerText(), "Stopped.");
    engine.script.isOpen = false;
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.locator(".ending").waitFor({ state: "detached" });
    await page.locator(".meta").waitFor();
  });
}

pageTest("a second Enter within 400 ms does not stop the answer", async (visit) => {
  await using engine = startEngine({ ...SLOW });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await page.fill("#question", "search code");
  // Both in one task of the page, so that no slow machine puts more time between them.
  await page.locator("#question").evaluate((input) => {
    const enter = () =>
      input.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
      );
    enter();
    enter();
  });
  await page.getByText("One two three").waitFor();
  assertEquals(await page.locator("#submit").innerText(), "Stop");
  assertEquals(await page.locator(".ending").count(), 0);
});

pageTest("a model that thinks is told of once, by the clock", async (visit) => {
  await using engine = startEngine({ tokens: ["<think>Let me", " see"], isOpen: true });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page);
  await page.locator(".thinking summary", { hasText: /^Thinking · \d+ s$/ }).waitFor();
  assertEquals(await page.locator("#answer").getByText(/^Thinking/).count(), 1);
});

pageTest("thinking is folded away and not copied", async (visit) => {
  const tokens = ["<th", "ink>Let me ", "see</thi", "nk>\n\nTake ", "[1]."];
  await using engine = startEngine({ tokens });
  const { page } = await visit({
    settings: engineSettings("local-b", engine.base),
    context: { permissions: ["clipboard-read", "clipboard-write"] },
  });
  await ask(page, "search code from the terminal");
  await page.locator(".meta").waitFor();
  assertEquals(await page.locator(".thinking").getAttribute("open"), null);
  assertEquals(await page.locator(".thinking p").textContent(), "Let me see");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assertEquals(
    await page.evaluate(() => navigator.clipboard.readText()),
    "Take [[1]](https://github.com/BurntSushi/ripgrep).",
  );
});

pageTest("an empty answer and no match say so, and no match sends nothing", async (visit) => {
  await using engine = startEngine({ tokens: [] });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page);
  await page.getByText("The model returned nothing.", { exact: true }).first().waitFor();
  const { length } = engine.requests;
  await ask(page, "zzqqxxyy");
  await page.getByText("No repository matches that.").waitFor();
  assertEquals(engine.requests.length, length);
});

pageTest(
  "a hostile answer makes no request, no script and no bad link, and is fast",
  async (visit) => {
    const code = "const line = 'of a long program';\n".repeat(1500);
    const text =
      "![x](https://example.com/a.png?q=secret)\n\n[x](javascript:alert(1)) <img src=x onerror=alert(2)>" +
      "\n\n<script>alert(3)</script>\n\n[y](data:text/html,hi) [ok](https://github.com/sharkdp/fd)\n\n" +
      "```js\n" + code + "```\n\nThe end [1].";
    await using engine = startEngine({ tokens: text.match(/[^]{1,40}/g)! });
    const { page, outside } = await visit({ settings: engineSettings("local-a", engine.base) });
    page.on("dialog", () => outside.push("a dialog"));
    await ask(page);
    await page.locator(".meta").waitFor();
    assertEquals(await page.locator("#answer img, #answer script, #answer iframe").count(), 0);
    assertEquals(
      await page.locator(".answer-text a").evaluateAll((links) =>
        links.map((link) => [link.getAttribute("href"), link.getAttribute("rel")])
      ),
      [["https://github.com/sharkdp/fd", "noopener noreferrer nofollow"]],
    );
    assertStringIncludes(
      await page.locator(".answer-text").innerText(),
      "<script>alert(3)</script>",
    );
    assertEquals(
      (await page.locator(".answer-text pre").innerText()).length,
      code.trimEnd().length,
    );
  },
);

pageTest("each block of an answer has the direction of its own words", async (visit) => {
  const blocks = [
    "Take ripgrep [1].",
    "קח את ripgrep [1] לחיפוש.",
    "# כותרת",
    "- one\n- two",
    "> ציטוט",
    "- אחת\n- two",
    "| שם | language |\n|---|---|\n| ripgrep | שפה |",
    "The end.",
  ];
  await using engine = startEngine({ tokens: blocks.join("\n\n").match(/[^]{1,3}/g)! });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page, "search code from the terminal");
  await page.locator(".meta").waitFor();
  assertEquals(
    await page.locator(".answer-text :is(p, h3, li, blockquote, th, td)").evaluateAll((found) =>
      found.map((block) => [block.localName, getComputedStyle(block).direction].join(" "))
    ),
    [
      "p ltr",
      "p rtl",
      "h3 rtl",
      "li ltr",
      "li ltr",
      "blockquote rtl",
      "p rtl",
      "li rtl",
      "li rtl",
      "th rtl",
      "th ltr",
      "td ltr",
      "td rtl",
      "p ltr",
    ],
  );
});

pageTest("names and variables keep every character", async (visit) => {
  const tokens = [
    "Not acme/snake_",
    "case_tool, but ",
    "_try_ $HO",
    "ME, $PATH, `$A_B` and $",
    "C.",
  ];
  await using engine = startEngine({ tokens });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page);
  await page.locator(".meta").waitFor();
  assertEquals(
    await page.locator(".answer-text").innerText(),
    "Not acme/snake_case_tool (not in your stars), but try $HOME, $PATH, $A_B and $C.",
  );
  assertEquals(await page.locator(".answer-text em").allInnerTexts(), ["try"]);
});

pageTest("an answer that is nested without end is shown all the same", async (visit) => {
  await using engine = startEngine({ tokens: ["> ".repeat(20_000) + "deep\n\n", "The end."] });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page);
  await page.locator(".meta").waitFor();
  assertStringIncludes(await page.locator(".answer-text").innerText(), "deep");
  assertStringIncludes(await page.locator(".answer-text").innerText(), "The end.");
});

pageTest(
  "an endless answer can be stopped while it is shown, and is cut at a limit that is told",
  async (visit) => {
    const tokens = Array<string>(500).fill("many words of one paragraph ".repeat(70));
    await using engine = startEngine({ tokens, isOpen: true });
    const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
    await ask(page);
    await page.locator(".answer-text", { hasText: "many words" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText(/^Stopped after [\d,]+ words\.$/).waitFor();
    const stopped = (await page.locator(".answer-text").innerText()).length;
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText("The answer is cut here: the page shows no more of one answer.").first()
      .waitFor();
    const shown = (await page.locator(".answer-text").innerText()).length;
    assert(stopped > 0 && shown > stopped && shown < 400_000, `${stopped} and ${shown} characters`);
  },
);

pageTest("what was sent is what the server got", async (visit) => {
  await using engine = startEngine({ tokens: ["Hi"] });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page);
  await page.getByRole("button", { name: "More about the answer" }).click();
  await page.getByRole("button", { name: "Text sent" }).click();
  const sent = await page.locator(".sent pre").allInnerTexts();
  const { messages } = JSON.parse(engine.bodies.at(-1)!);
  assertEquals(
    sent.map((text) => text.trimEnd()),
    messages.map(({ content }: { content: string }) => content.trimEnd()),
  );
});

pageTest("a reload in the middle of an answer keeps what came of it", async (visit) => {
  const tokens = Array.from({ length: 60 }, (_, index) => `word${index} `);
  await using engine = startEngine({ tokens, isOpen: true });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page, "search code from the terminal");
  await page.locator(".answer-text").getByText("word59").waitFor();
  await page.reload();
  await page.getByText("Stopped after 60 words.").waitFor();
  assertStringIncludes(await page.locator(".answer-text").innerText(), "word0 word1 word2");
  const left = await page.evaluate(() => sessionStorage.length);
  assertEquals(left, 0);
});

pageTest("a tab that is thrown away has kept what came some seconds before", async (visit) => {
  await using engine = startEngine({ tokens: ["One two three. "], isOpen: true });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page, "search code from the terminal");
  await page.locator(".answer-text").getByText("One two three").waitFor();
  await page.waitForFunction(() => sessionStorage.getItem("ask-stars-cut-answer") !== null);
  await page.keyboard.press("Escape");
  await page.getByText("Stopped after 3 words.").waitFor();
  await page.waitForFunction(() => sessionStorage.getItem("ask-stars-cut-answer") === null);
});

pageTest(
  "what a question goes without is told beside its answer, and can be taken back",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Take [1]."] });
    const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
    await typeQuestion(page, "search code from the terminal");
    const name = await page.locator(".card .name").first().innerText();
    await page.locator(".card .menu-button").first().click();
    await page.getByRole("button", { name: "Leave out of the answer" }).click();
    await page.locator("#question").press("Enter");
    await page.locator(".meta").waitFor();
    assertEquals((await page.locator(".card .name").allInnerTexts()).includes(name), false);
    await page.getByText(`Left out: ${name}.`).waitFor();
    await page.getByRole("button", { name: "Take back" }).click();
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.locator(".card .name", { hasText: name }).waitFor();
  },
);

pageTest("a citation leads to the source that is named before it", async (visit) => {
  await using engine = startEngine({});
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await typeQuestion(page, "search code from the terminal");
  const third = await page.locator(".card .name").nth(2).innerText();
  engine.script.tokens = [`Take **${third.replace(/\s/g, "")}** [1] 【2†source】.`];
  await page.locator("#question").press("Enter");
  await page.locator(".meta").waitFor();
  assertEquals(await page.locator(".citation").allInnerTexts(), ["3", "2"]);
});

pageTest(
  "a conversation: each turn keeps its sources, and the turns before are sent",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Take [1]."] });
    const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
    await ask(page, "search code from the terminal");
    await page.locator(".meta").waitFor();
    const first = await page.locator(".card .name").first().innerText();
    for (const question of ["static site generator", "why not the second?"]) {
      await goOn(page, question);
      await page.locator("#answer-title", { hasText: question }).waitFor();
      await page.locator(".meta").waitFor();
    }
    assertEquals(await page.locator(".turn h2").allInnerTexts(), [
      "search code from the terminal",
      "static site generator",
    ]);
    const bodies = engine.bodies.filter((body) => body.includes('"messages"'));
    assertEquals(
      bodies.map((body) => JSON.parse(body).messages.length),
      [2, 4, 6],
    );
    assertStringIncludes(bodies[2]!, '"content":"search code from the terminal"');
    // A number means a source of its own turn.
    await page.locator(".turn .citation").first().click();
    assertEquals(await page.locator(".card:focus .name").innerText(), first);
    await page.getByRole("button", { name: "Back to answer" }).click();
    await ask(page, "charts in the browser");
    await page.locator("#answer-title", { hasText: "charts" }).waitFor();
    await page.locator(".meta").waitFor();
    assertEquals(await page.locator(".turn").count(), 0);
    const last = engine.bodies.filter((body) => body.includes('"messages"')).at(-1)!;
    assertEquals(JSON.parse(last).messages.length, 2);
  },
);
