// Copyright 2026 the Rivulet authors. MIT license.

// An answer is shown in slices, so that Ctrl+C is heard between them. So a slice must not cost more
// where the answer before it was longer, and the end neither. Told without a clock.

import { assertEquals } from "@std/assert";
import { AnswerText } from "../../demo/terminal/answer_text.ts";
import { hiddenOutput } from "../support/hidden_output.ts";
import { StepCounter } from "./step_counter.ts";

const SLICE = 1000;

/** What is waited for in a text must have ended before so many slices. */
const FEW = 25;
const MANY = 50;

/** How much more the last slice and the end may cost behind the many. */
const MAX_GROWTH = 1.3;

/** How much they may cost at all: some ten thousand for ordinary text, and some milliseconds. */
const MAX_COST = 4_000_000;

/** What Markdown holds back until it ends. */
const PIECES = [
  ...["[a", "[a](", "[a](b", "![a", "**a* ", "_a__ ", "~", "*", "> ", "- a\n", "1) ", "\n", "<h"],
  ...["`` ` ", "```\n", "https://x.test/", "a\u0301", "&#", "| a ", "|a|b|\n", "$a", "\\", "漢"],
];

/** What is open while this comes. */
const OPEN = ["", "[", "[[", "|a|b|\n|-|-|\n|", "`", "- [", "**", "# "].flatMap((opening) =>
  ["a", "a ", " ", "a\n"].map((piece) => ({ opening, piece }))
);
const ALONE = PIECES.map((piece) => ({ opening: "", piece }));
/** A fence that so few tildes do not close. */
const FENCED = [{ opening: `${"~".repeat(2 * MANY * SLICE)}\n`, piece: "~" }];

const LINKED = OPEN.filter(({ opening }) => /[[|]/.test(opening));

const LOOKS = [
  { name: "with styles and links", look: {}, cases: [...ALONE, ...OPEN, ...FENCED] },
  { name: "without them", look: { hasStyles: false, hasLinks: false }, cases: LINKED },
];

for (const { name, look, cases } of LOOKS) {
  Deno.test(`a slice costs a terminal ${name} no more behind a long answer`, async () => {
    await using counter = await StepCounter.start();
    const costBehind = async (slices: number, { opening, piece }: (typeof OPEN)[number]) => {
      const slice = piece.repeat(Math.ceil(SLICE / piece.length));
      const answer = new AnswerText(hiddenOutput(look));
      answer.push(opening);
      for (let count = 0; count < slices; count++) answer.push(slice);
      return await counter.count(() => {
        answer.push(slice);
        answer.end();
      });
    };
    const dear: string[] = [];
    for (const one of cases) {
      const [few, many] = [await costBehind(FEW, one), await costBehind(MANY, one)];
      if (many > MAX_COST || many > MAX_GROWTH * few) {
        dear.push(`${JSON.stringify(one).slice(-60)}: ${few}, then ${many}`);
      }
    }
    assertEquals(dear, []);
  });
}
