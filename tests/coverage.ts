// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Fails where the tests without permissions reach too little of the library: `deno task coverage`.
 *
 * @module
 */

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
  const folder = await Deno.makeTempDir();
  try {
    await deno("test", `--coverage=${folder}`);
    const report = await deno(
      "coverage",
      folder,
      "--lcov",
      "--include=/(providers|embedding)/",
      "--exclude=/tests/",
    );
    const percent = {
      lines: 100 * sum(report, "LH") / sum(report, "LF"),
      branches: 100 * sum(report, "BRH") / sum(report, "BRF"),
    };
    const text = `coverage: ${percent.lines.toFixed(1)} % of lines, ${
      percent.branches.toFixed(1)
    } % of branches\n`;
    await Deno.stdout.write(new TextEncoder().encode(text));
    return percent.lines >= MIN_PERCENT.lines && percent.branches >= MIN_PERCENT.branches;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (!await main()) Deno.exit(1);
