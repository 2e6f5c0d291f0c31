// Copyright 2026 the Rivulet authors. MIT license.

/** How a server came out. */
export interface Result {
  readonly name: string;
  /** What it calls itself, with its version. */
  readonly version: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The checks that failed, or why there were none. */
  readonly words: string;
}

/** Reads what `test:servers` printed. */
export function readResult(name: string, stdout: string, stderr: string): Result {
  const [, version = "—"] = /^(.+) at http\S+, with /m.exec(stdout) ?? [];
  const counts = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(stdout);
  if (counts === null) return unstarted(name, stderr.trim().split("\n").at(-1) ?? "");
  const [passed = 0, failed = 0, skipped = 0] = counts.slice(1).map(Number);
  const words = [...stdout.matchAll(/^FAIL {2}(.+)$/gm)].map(([, check]) => check).join("; ");
  return { name, version, passed, failed, skipped, words };
}

/** The result of a server that could not be asked. */
export function unstarted(name: string, words: string): Result {
  return { name, version: "—", passed: 0, failed: 1, skipped: 0, words };
}

/** The results as a table in Markdown, the last line the sum. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ name, version, passed, failed, skipped, words }) =>
    [name, version, passed, failed, skipped, words.replaceAll("|", "\\|")].join(" | ")
  );
  const head = ["server | says of itself | passed | failed | skipped | failed checks"];
  const table = [...head, "--- | --- | --- | --- | --- | ---", ...rows];
  return table.map((row) => `| ${row} |`).join("\n");
}
