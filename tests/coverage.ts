// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Fails where the tests without permissions reached too little of the library, in the last run of
 * `deno task test`: `deno task coverage`.
 *
 * @module
 */

/** Where `deno task test` leaves what it reached. */
const FOLDER = "coverage/tests";
const MIN_PERCENT = { lines: 95, branches: 90 };

async function deno(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(decoder.decode(stdout) + decoder.decode(stderr));
  return decoder.decode(stdout);
}

/**
 * The sum of a counter of the LCOV format: `LF` and `LH` are lines found and hit, `BRF` and `BRH`
 * branches.
 */
function sum(report: string, counter: string): number {
  return [...report.matchAll(new RegExp(`^${counter}:(\\d+)$`, "gm"))]
    .reduce((total, [, count]) => total + Number(count), 0);
}

async function main(): Promise<boolean> {
  const isThere = await Deno.stat(FOLDER).then(() => true, () => false);
  if (!isThere) {
    await print(`Run "deno task test" first, there is no folder "${FOLDER}"\n`);
    return false;
  }
  const report = await deno(
    "coverage",
    FOLDER,
    "--lcov",
    "--include=/(_internal|providers|embedding)/",
    "--exclude=/tests/",
  );
  const percent = {
    lines: 100 * sum(report, "LH") / sum(report, "LF"),
    branches: 100 * sum(report, "BRH") / sum(report, "BRF"),
  };
  const [lines, branches] = [percent.lines.toFixed(1), percent.branches.toFixed(1)];
  await print(`coverage: ${lines} % of lines, ${branches} % of branches\n`);
  return percent.lines >= MIN_PERCENT.lines && percent.branches >= MIN_PERCENT.branches;
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

if (!await main()) Deno.exit(1);
