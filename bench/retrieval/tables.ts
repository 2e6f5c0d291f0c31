// Copyright 2026 the Rivulet authors. MIT license.

import { TOP_K_LIMIT } from "@rivulet/llm";
import { DEMO, ORDERS, type Rankings } from "./fusions.ts";
import type { MeasuredList } from "./list.ts";
import { type Interval, intervalOf, mean, type Score, scoreOf } from "./score.ts";

/** How well one order does on all questions. */
interface Row {
  readonly name: string;
  readonly scores: readonly Score[];
  /** How many are sent of what answers nothing. */
  readonly sent: number;
}

/** The tables of a list: all orders, and the demo's by kinds of questions. */
export function tablesOf(list: MeasuredList, rankings: readonly Rankings[]): string {
  const { title, questions, nothing } = list;
  const rows = Object.entries(ORDERS).map(([name, order]): Row => {
    const orders = rankings.map(order);
    return {
      name,
      scores: questions.map((question, index) => scoreOf(question, orders[index]!)),
      sent: mean(orders.slice(questions.length).map(({ length }) => Math.min(length, TOP_K_LIMIT))),
    };
  });
  const demo = rows.find(({ name }) => name === DEMO)!;
  const missed = questions.filter((_, index) => demo.scores[index]!.place === undefined)
    .map(({ question }) => question.slice(0, 60));
  return [
    `## ${title}: ${questions.length} questions, ${nothing.length} that nothing answers`,
    "",
    table(
      [
        "ranking",
        "first 8",
        "first place",
        "nDCG@8 (95 %)",
        "beside the demo",
        "sent where nothing answers",
      ],
      rows.map((row) => cellsOf(row, demo)),
    ),
    ...kindTable(list, demo),
    ...(missed.length === 0 ? [] : ["", `The demo misses: ${missed.join(" · ")}`]),
    "",
  ].join("\n");
}

function cellsOf({ name, scores, sent }: Row, demo: Row): string[] {
  const gains = scores.map(({ gain }) => gain);
  const differences = gains.map((gain, index) => gain - demo.scores[index]!.gain);
  return [
    name === DEMO ? `**${name}**` : name,
    share(scores, ({ place }) => place !== undefined),
    share(scores, ({ place }) => place === 1),
    `${short(mean(gains))} (${between(intervalOf(gains), short)})`,
    name === DEMO ? "" : between(intervalOf(differences), signed),
    sent.toFixed(1),
  ];
}

function kindTable({ questions }: MeasuredList, { scores }: Row): string[] {
  const kinds = [...new Set(questions.map(({ kind }) => kind))].filter((kind) =>
    kind !== undefined
  );
  if (kinds.length === 0) return [];
  const rows = kinds.map((kind) => {
    const own = scores.filter((_, index) => questions[index]!.kind === kind);
    return [
      kind,
      String(own.length),
      share(own, ({ place }) => place !== undefined),
      short(mean(own.map(({ gain }) => gain))),
    ];
  });
  return ["", table(["kind", "questions", "first 8", "nDCG@8"], rows)];
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function share(scores: readonly Score[], is: (score: Score) => boolean): string {
  return `${Math.round(100 * scores.filter(is).length / scores.length)} %`;
}

function between([low, high]: Interval, write: (number: number) => string): string {
  return `${write(low)} to ${write(high)}`;
}

/** Without the zero before the point. */
function short(number: number): string {
  return number.toFixed(3).replace(/^0/, "");
}

function signed(number: number): string {
  return `${number < 0 ? "−" : "+"}${short(Math.abs(number))}`;
}
