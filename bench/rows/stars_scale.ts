// Copyright 2026 the Rivulet authors. MIT license.

import type { Result } from "../result.ts";
import type { Session } from "../session.ts";

/** Milliseconds of one visit with many stars. */
export interface ScaleFigures {
  /** Keeping the meanings of 10,000 repositories, batch by batch. */
  readonly batches: number;
  readonly halfOfBatches: number;
  /** The same with one block that is written anew every 320 repositories. */
  readonly blocks: number;
  /** Keeping 50,000 stars, page by page. */
  readonly savingStars: number;
  readonly loading: number;
  readonly indexing: number;
  readonly longestOfLoading: number;
  readonly longestOfSearching: number;
  /** The longest search of those for each typed letter, until the page has it. */
  readonly search: number;
  readonly codePoints: number;
  readonly localeCompare: number;
}

const folder = new URL("../", import.meta.url).pathname;

/** What the page costs with more stars than people have. */
export async function starsScale(session: Session): Promise<Result[]> {
  if (session.quick) throw new Error("left out, it takes longer than a quick run");
  const rounds = await measure(5);
  const of = (name: keyof ScaleFigures) => rounds.map((figures) => figures[name]);
  return [
    pair("Page: keep 10,000 meanings of 384 numbers", of("batches"), {
      name: "one block, written anew every 320",
      figures: of("blocks"),
      atMost: 0.5,
    }),
    pair("Page: keep 10,000 meanings, beside twice what 5,000 take", of("batches"), {
      name: "twice 5,000",
      figures: of("halfOfBatches").map((figure) => figure * 2),
      atMost: 1.5,
    }),
    pair("Page: sort 50,000 stars by date", of("codePoints"), {
      name: "localeCompare",
      figures: of("localeCompare"),
      atMost: 1,
    }),
    limited("Page: longest task over 50 ms while typing over 50,000 stars", {
      figures: of("longestOfSearching"),
      limit: 200,
    }),
    limited("Page: longest search of 50,000 stars for a typed letter", {
      figures: of("search"),
      limit: 500,
    }),
  ];
}

function pair(
  metric: string,
  ours: readonly number[],
  { name, figures, atMost }: { name: string; figures: readonly number[]; atMost: number },
): Result {
  return {
    metric,
    unit: "ms",
    figures: new Map([["the page", ours], [name, figures]]),
    targets: [{ against: name, atMost }],
  };
}

function limited(
  metric: string,
  { figures, limit }: { figures: readonly number[]; limit: number },
): Result {
  const name = `limit of ${limit} ms`;
  return pair(metric, figures, { name, figures: figures.map(() => limit), atMost: 1 });
}

async function measure(rounds: number): Promise<ScaleFigures[]> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "-A", "--no-check", "--config", `${folder}../deno.json`],
      ...["--lock", `${folder}../tests/deno.lock`, `${folder}stars_scale.ts`, `${rounds}`],
    ],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim().split("\n")[0]);
  return JSON.parse(new TextDecoder().decode(stdout));
}
