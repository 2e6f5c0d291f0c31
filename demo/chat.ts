// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Ask your stars, in the terminal: `deno task chat "question"`.
 *
 * @module
 */

import { JsonReport } from "./terminal/json_report.ts";
import { type ChatOptions, HELP, parseOptions, UsageError } from "./terminal/options.ts";
import { EXIT, run } from "./terminal/run.ts";
import { processTerminal, type Terminal } from "./terminal/terminal.ts";
import { TextReport } from "./terminal/text_report.ts";

async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  let options: ChatOptions | "help";
  try {
    options = parseOptions(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`${error.message}\nSee: deno task chat --help\n`);
    return EXIT.usage;
  }
  if (options === "help") {
    terminal.out(HELP);
    return EXIT.ok;
  }
  const controller = new AbortController();
  const stop = () => controller.abort();
  Deno.addSignalListener("SIGINT", stop);
  try {
    const report = options.json ? new JsonReport(terminal) : new TextReport(terminal, options);
    return await run(options, report, controller.signal);
  } finally {
    Deno.removeSignalListener("SIGINT", stop);
  }
}

try {
  Deno.exit(await main(Deno.args, processTerminal()));
} catch (error) {
  // The reader of our output has seen enough, as `head` does.
  if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
}
