// Copyright 2026 the Rivulet authors. MIT license.

import { assertStrictEquals, assertStringIncludes } from "@std/assert";
import * as smd from "streaming-markdown";
import { MarkdownWriter } from "../../demo/markdown/writer.ts";

const MARKS: ReadonlyMap<number, string> = new Map<number, string>([
  [smd.CODE_BLOCK, "code"],
  [smd.CODE_FENCE, "code"],
  [smd.CODE_INLINE, "code"],
  [smd.HEADING_1, "h1"],
  [smd.HEADING_2, "h2"],
  [smd.IMAGE, "img"],
  [smd.ITALIC_AST, "em"],
  [smd.ITALIC_UND, "em"],
  [smd.LINK, "a"],
  [smd.RAW_URL, "a"],
  [smd.LIST_ITEM, "li"],
  [smd.LIST_ORDERED, "ol"],
  [smd.STRONG_AST, "strong"],
  [smd.STRONG_UND, "strong"],
  [smd.RULE, "hr"],
  [smd.TABLE_ROW, "tr"],
  [smd.TABLE_CELL, "td"],
]);

/** What the parser makes of a text that comes in these pieces: marks, words and addresses. */
function render(...pieces: string[]): string {
  let shown = "";
  const open: string[] = [];
  const starts: number[] = [];
  let retractTo = 0;
  let address = "";
  const writer = new MarkdownWriter({
    data: undefined,
    add_token(_, token) {
      starts.push(shown.length);
      open.push(MARKS.get(token) ?? "");
      if (open.at(-1) !== "") shown += `<${open.at(-1)}>`;
    },
    end_token() {
      const ended = open.pop();
      retractTo = starts.pop()!;
      shown += address;
      address = "";
      if (ended !== "") shown += `</${ended}>`;
    },
    giveUp(mark) {
      const start = starts.pop()!;
      shown = shown.slice(0, start) + mark + shown.slice(start + `<${open.pop()}>`.length);
    },
    retract: () => shown = shown.slice(0, retractTo),
    add_text: (_, text) => shown += text,
    set_attr(_, attribute, value) {
      // The number of a list stands before its entries, an address behind its words.
      if (attribute === smd.START) shown += `{${value}}`;
      else address = `{${value}}`;
    },
  });
  for (const piece of pieces) writer.write(piece);
  writer.end();
  return shown;
}

const cases: [what: string, markdown: string, shown: string][] = [
  [
    "a name with underscores",
    "See owner/snake_case_name or ж_ж.",
    "See owner/snake_case_name or ж_ж.",
  ],
  ["a run of underscores in a word", "a__b__c and 1_000", "a__b__c and 1_000"],
  ["underscores at the ends of words", "x_ and a_", "x_ and a_"],
  ["variables of a shell", "set $HOME and $PATH", "set $HOME and $PATH"],
  ["prices", "$5, $$ and US$6", "$5, $$ and US$6"],
  [
    "emphasis",
    "_it_ and __all__ and _a_b_",
    "<em>it</em> and <strong>all</strong> and <em>a_b</em>",
  ],
  ["names in emphasis", "**a_b** *c_d*", "<strong>a_b</strong> <em>c_d</em>"],
  ["code", "`a_b $x` `$y` ``c_d``", "<code>a_b $x</code> <code>$y</code> <code>c_d</code>"],
  ["fenced code", "```sh\n$ a_b\n$ c_d\n```\n", "<code>$ a_b\n$ c_d{sh}</code>"],
  ["indented code", "    $ a_b\n", "<code>$ a_b</code>"],
  ["links", "[a_b](https://x.test/c_d$e) f_g", "<a>a_b{https://x.test/c_d$e}</a> f_g"],
  [
    "bare addresses",
    "https://x.test/c_d$e f_g",
    "<a>https://x.test/c_d$e{https://x.test/c_d$e}</a> f_g",
  ],
  ["images", "![a_b $c](d_e)", "<img>a_b $c{d_e}</img>"],
  ["formulas", "\\(x_1\\) and\n\n\\[\ny_2\n\\]\n", "x_1 andy_2\n"],
  ["what the text escapes itself", "\\$5 \\_x\\_ a\\_b", "$5 _x_ a_b"],
  ["fences of tildes", "~~~sh\n$ a_b\n```\n~~\n~~~\nend", "<code>$ a_b\n```\n~~{sh}</code>end"],
  ["a longer fence of tildes", "~~~~\n~~~\n~~~~\n", "<code>~~~</code>"],
  ["tildes in a fence of backticks", "```\n~~~\n```\n", "<code>~~~</code>"],
  ["struck words at the start of a line", "~~no~~ yes", "no yes"],
  ["a fence that does not end", "~~~\nrg foo", "<code>rg foo"],
  ["lists with parentheses", "1) one\n2) two", "<ol><li>one</li><li>two"],
  ["a list that begins at 3", "3) three", "<ol>{3}<li>three"],
  ["numbers before a parenthesis", "(see 1) and 2)x", "(see 1) and 2)x"],
  ["a parenthesis without a space behind it", "1)one", "1)one"],
  ["a parenthesis at the end", "1)", "1)"],
  [
    "parentheses in addresses",
    "[a](https://x.test/b_(c)) and [d](https://x.test/(e_(f))g).",
    "<a>a{https://x.test/b_%28c%29}</a> and <a>d{https://x.test/%28e_%28f%29%29g}</a>.",
  ],
  ["titles of links", '[a](https://x.test "The (T)") b', "<a>a{https://x.test}</a> b"],
  [
    "a bare address before a full stop",
    "See https://x.test/a.b. And https://x.test?",
    "See <a>https://x.test/a.b{https://x.test/a.b}</a>. And <a>https://x.test{https://x.test}</a>?",
  ],
  [
    "a bare address in parentheses and in bold",
    "(at https://x.test/a_(b)) and **see https://x.test**, yes",
    "(at <a>https://x.test/a_(b){https://x.test/a_(b)}</a>) and " +
    "<strong>see <a>https://x.test{https://x.test}</a></strong>, yes",
  ],
  [
    "an address that does not end",
    "[a](https://x.test\n\nmore words",
    "<a>a</a>(https://x.testmore words",
  ],
  ["an address that does not end at all", "[a](b c", "<a>a</a>(b c"],
  [
    "a citation behind an address",
    "https://x.test/a[1] b",
    "<a>https://x.test/a{https://x.test/a}</a><a>1</a> b",
  ],
  ["an address in angle brackets", "<https://x.test> b", "<a>https://x.test{https://x.test}</a> b"],
  ["angle brackets around something else", "a < b <html> <http", "a < b <html> <http"],
  ["entities", "a &amp; &lt;b&gt; &#39;c&#x27; &nope; & d;", "a & <b> 'c' &nope; & d;"],
  ["entities that would be marks", "&#42;a&#42; &#96;b&#96;", "*a* `b`"],
  ["entities in code", "`&amp;`", "<code>&amp;</code>"],
  [
    "what follows a list in a list",
    "- a\n  - b\n\nAfter",
    "<li>a<li>b</li></li>After",
  ],
  [
    "bold words behind a list in a list",
    "- a\n  - b\n\n**So**: c",
    "<li>a<li>b</li></li><strong>So</strong>: c",
  ],
  [
    "a list that goes on behind a list in it",
    "1. a\n   - b\n\n2. c",
    "<ol><li>a<li>b</li></li><li>c",
  ],
  ["a title above a line of =", "Title *x*\n===\nText", "<h1>Title <em>x</em></h1>Text"],
  ["a title above a line of -", "a\n\nTitle_a\n-----\n\nText", "a<h2>Title_a</h2>Text"],
  ["a title at the end", "Title\n==", "<h1>Title</h1>"],
  ["a rule behind a paragraph of two lines", "a\nb\n---\nc", "ab<hr></hr>c"],
  ["a rule behind an empty line", "a\n\n---\n\nb", "a<hr></hr>b"],
  ["a list behind a line", "a\n- b\n- c", "a<li>b</li><li>c"],
  ["a line that only begins as a rule", "a\n--x |\n\n== b", "a--x |== b"],
  [
    "lines of signs in code",
    "```\na\n---\nb | c\n--- | ---\n```\n",
    "<code>a\n---\nb | c\n--- | ---</code>",
  ],
  [
    "a table without a line at its edges",
    "So:\n\na | **b**\n:-- | --:\n**c** | d_e\nf | g\n\nend",
    "So:<tr><td> a </td><td> <strong>b</strong> </td></tr>" +
    "<tr><td> <strong>c</strong> </td><td> d_e</td></tr><tr><td> f </td><td> g</td></tr>end",
  ],
  [
    "a table whose rows do not end",
    "| a | b\n|---|---\n| c | d\n\nend",
    "<tr><td> a </td><td> b</td></tr><tr><td> c </td><td> d</td></tr>end",
  ],
  [
    "a table with a short rule",
    "| a | b |\n|-|:-:|\n| - | d |\n\nend",
    "<tr><td> a </td><td> b </td></tr><tr><td> - </td><td> d </td></tr>end",
  ],
  [
    "a list behind a table",
    "a | b\n-|-\nc | d\n- e",
    "<tr><td> a </td><td> b </td></tr><tr><td> c </td><td> d</td></tr><li>e",
  ],
  ["a pipe without a table", "a | b\nc | d\n\n| e", "a | bc | d<tr><td> e</td>"],
  ["stars between numbers", "5*3 is 15, 2**10 is *more*", "5*3 is 15, 2**10 is <em>more</em>"],
  ["names with stars", "Find *.js and *.ts files, src/*/a", "Find *.js and *.ts files, src/*/a"],
  [
    "a star that stands alone",
    "*Note: see **this** one\n\nend *it",
    "*Note: see <strong>this</strong> one" + "end *it",
  ],
  ["stars that do not end in a list", "- **a\n- *b* **c", "<li>**a</li><li><em>b</em> **c"],
  ["a star before a word in emphasis", "*a *b c* d", "<em>a *b c</em> d"],
  ["bold words in other scripts", "这是**重点**内容", "这是<strong>重点</strong>内容"],
  ["a citation of contexts", "See [Context 1] and [1-3].", "See <a>Context 1</a> and <a>1-3</a>."],
];
for (const [what, markdown, shown] of cases) {
  Deno.test(`MarkdownWriter keeps ${what}, however it is cut`, () => {
    assertStrictEquals(render(markdown), shown);
    assertStrictEquals(render(...markdown), shown);
  });
}

Deno.test("MarkdownWriter loses no character of plain words", () => {
  const parts = ["a", "b_c", "$", "$x", "é", "_d", "e_", " "];
  for (let seed = 1; seed < 2000; seed++) {
    let state = seed;
    const text = Array.from({ length: 12 }, () => {
      state = state * 1103515245 + 12345 & 0x7fffffff;
      return parts[(state >> 8) % parts.length];
    }).join("").trim().replace(/ +/g, " ");
    const shown = render(text);
    const kept = shown.replace(/<\/?(?:em|strong)>/g, "_").replaceAll("_", "");
    assertStrictEquals(kept, text.replaceAll("_", ""), text);
    assertStrictEquals(shown.match(/\$/g)?.length, text.match(/\$/g)?.length, text);
  }
});

const long: [what: string, start: string, unit: string][] = [
  ["an address in brackets", "[a](https://x.test/", "a"],
  ["a bare address", "https://x.test/", "a"],
  ["the language of a fence", "```", "a"],
  ["a rule", "", "- "],
  ["a number", "", "1"],
  ["underscores", "a", "_"],
  ["tildes", "", "~"],
  ["backticks", "a ", "`"],
  ["quotes", "", "> "],
  ["lists in lists", "", "- - "],
  ["open brackets", "", "["],
  ["stars", "", "*a "],
  ["a table", "| a |\n", "|-"],
  ["a rule below a line", "a\n", "-"],
  ["the rule of a table", "a | b\n", "-|"],
  ["a row", "a | b\n-|-\n", "c "],
  ["punctuation behind an address", "https://x.test", "."],
];
for (const [what, start, unit] of long) {
  Deno.test(`MarkdownWriter loses no word behind ${what} without an end`, () => {
    const text = `${start}${unit.repeat(20_000)}\n\nthe last words`;
    assertStringIncludes(render(text).replace(/<.*?>/g, ""), "the last words");
  });
}

Deno.test("MarkdownWriter says that it shows the rest as it is", () => {
  const writer = new MarkdownWriter({
    data: undefined,
    add_token() {},
    end_token() {},
    add_text() {},
    set_attr() {},
  });
  writer.write("- ".repeat(10));
  assertStrictEquals(writer.isPlain, false);
  writer.write("- ".repeat(5000));
  assertStrictEquals(writer.isPlain, true);
});
