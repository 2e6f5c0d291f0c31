// Copyright 2026 the Rivulet authors. MIT license.

import type { Result } from "../result.ts";
import type { Session } from "../session.ts";

/** Milliseconds, one figure a visit or a question. */
export interface PageFigures {
  readonly firstMatches: readonly number[];
  readonly ranking: readonly number[];
  readonly longestTask: readonly number[];
  readonly longestTaskOfAnswer: readonly number[];
}

const folder = new URL("../", import.meta.url).pathname;

/** The page Ask your stars in Chromium, beside what a person does not have to wait for. */
export async function starsPage(session: Session): Promise<Result[]> {
  if (session.quick) throw new Error("left out, it takes longer than a quick run");
  const figures = await measure(5);
  return [
    result("Page: first matches after the address is opened", figures.firstMatches, 1000),
    result("Page: longest ranking of 2,000 stars for a typed letter", figures.ranking, 50),
    result(
      "Page: longest task over 50 ms while typing over 10,000 stars",
      figures.longestTask,
      200,
    ),
    result(
      "Page: longest task over 50 ms of a visit with an answer of 50 KB of code",
      figures.longestTaskOfAnswer,
      200,
    ),
  ];
}

function result(metric: string, figures: readonly number[], limit: number): Result {
  const against = `limit of ${limit} ms`;
  return {
    metric,
    unit: "ms",
    figures: new Map([["the page", figures], [against, figures.map(() => limit)]]),
    targets: [{ against, atMost: 1 }],
  };
}

async function measure(visits: number): Promise<PageFigures> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "-A", "--no-check", "--config", `${folder}../deno.json`],
      ...["--lock", `${folder}../tests/deno.lock`, `${folder}stars_page.ts`, `${visits}`],
    ],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim().split("\n")[0]);
  return JSON.parse(new TextDecoder().decode(stdout));
}
