// Copyright 2026 the Rivulet authors. MIT license.

const PAGE = new URL("../BENCHMARKS.md", import.meta.url);

/** A run whose rows are to be shown. */
export interface Run {
  /** What was typed. */
  readonly command: string;
  readonly report: string;
  /** Whether only some rows were measured. */
  readonly isPart: boolean;
}

/** Writes the page of one run, or puts the rows of a part into the page that is there. */
export async function writePage(run: Run): Promise<void> {
  const page = run.isPart
    ? withPart(await Deno.readTextFile(PAGE), run)
    : `# Benchmarks\n\nThe table of one run of \`${run.command}\`.\n\n${run.report}`;
  await Deno.writeTextFile(PAGE, page);
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", PAGE.pathname] }).output();
}

/** The page with these rows in the place of those of the same metrics; new ones come last. */
export function withPart(page: string, { command, report }: Omit<Run, "isPart">): string {
  const blocks = page.trim().split("\n\n");
  const at = blocks.findIndex(isTable);
  const table = blocks[at] ?? "";
  const given = rowsOf(report.split("\n\n").find(isTable) ?? "");
  const rows = new Map([...rowsOf(table), ...given]);
  blocks[at] = [...table.split("\n").slice(0, 2), ...[...rows.values()].flat()].join("\n");
  blocks[at + 1] = (blocks[at + 1] ?? "").replace(/^\d+ of \d+/, countIn(blocks[at]!));
  const note = `Of a later run, \`${command}\`:`;
  const [title = "", first = "", ...rest] = withoutFaults(blocks, command)
    .filter((block) => !block.startsWith(note));
  return `${[title, first, `${note} ${[...given.keys()].join("; ")}.`, ...rest].join("\n\n")}\n`;
}

/** The blocks without what is said to be wrong or left out of rows that are measured now. */
function withoutFaults(blocks: readonly string[], command: string): string[] {
  const names = /--only[ =](\S+)/.exec(command)?.[1]?.split(",") ?? [];
  const measured = names.map((name) => `- ${name}: `);
  const left = blocks.map((block) =>
    block.split("\n").filter((line) => !measured.some((name) => line.startsWith(name))).join("\n")
  ).filter((block) => block !== "");
  const last = left.at(-1) ?? "";
  if (last.endsWith("Wrong or left out:")) {
    left.splice(-1, 1, last.replace("Wrong or left out:", "No contender was wrong or left out."));
  }
  return left;
}

/** How many of a table's targets are met. */
function countIn(table: string): string {
  const verdicts = table.split("\n").map((line) => line.split("|").at(-2)?.trim());
  const met = verdicts.filter((verdict) => verdict === "yes").length;
  return `${met} of ${met + verdicts.filter((verdict) => verdict === "no").length}`;
}

function isTable(block: string): boolean {
  return block.startsWith("| Metric");
}

/** The lines of each metric, whose name stands in the first of them. */
function rowsOf(table: string): Map<string, string[]> {
  const rows = new Map<string, string[]>();
  let metric = "";
  for (const line of table.split("\n").slice(2)) {
    metric = line.split("|")[1]?.trim() || metric;
    rows.set(metric, [...rows.get(metric) ?? [], line]);
  }
  return rows;
}
