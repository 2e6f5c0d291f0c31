// Copyright 2026 the Rivulet authors. MIT license.

const PAGE = new URL("../BENCHMARKS.md", import.meta.url);

/** Writes the page that shows one run. */
export async function writePage(command: string, report: string): Promise<void> {
  await Deno.writeTextFile(
    PAGE,
    `# Benchmarks\n\nThe table of one run of \`${command}\`.\n\n${report}`,
  );
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", PAGE.pathname] }).output();
}
