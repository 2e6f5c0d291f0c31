// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Ask your stars, in the terminal: `deno task chat "question"`.
 *
 * @module
 */

import config from "../deno.json" with { type: "json" };
import { goAroundProxies } from "./terminal/around_proxies.ts";
import { EXIT } from "./terminal/exit.ts";
import { HELP } from "./terminal/help.ts";
import { JsonReport } from "./terminal/json_report.ts";
import { UsageError } from "./terminal/option_values.ts";
import { type ChatOptions, parseOptions } from "./terminal/options.ts";
import { OutputError } from "./terminal/output.ts";
import { plainText } from "./terminal/plain_text.ts";
import { run } from "./terminal/run.ts";
import { exitOf, onStopSignals, refusePause } from "./terminal/stop_signals.ts";
import { processTerminal, type Terminal } from "./terminal/terminal.ts";
import { TextReport } from "./terminal/text_report.ts";

async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  let options: ChatOptions | "help" | "version";
  try {
    options = parseOptions(args, { inputIsTerminal: Deno.stdin.isTerminal() });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err.write(`${plainText(error.message)}\nSee: deno task chat --help\n`);
    return EXIT.usage;
  }
  if (options === "help" || options === "version") {
    terminal.out.write(options === "help" ? HELP : `${config.version}\n`);
    return EXIT.ok;
  }
  goAroundProxies();
  const controller = new AbortController();
  using _signals = onStopSignals(controller);
  const report = options.json ? new JsonReport(terminal.out) : new TextReport(terminal, options);
  using _pauses = refusePause((text) => report.progress("pause", text));
  const { signal } = controller;
  try {
    const code = await run(options, { report, out: terminal.out, signal });
    return code === EXIT.stopped ? exitOf(signal) : code;
  } catch (error) {
    // The terminal has gone, and with it whoever could read more.
    if (signal.reason === "SIGHUP" && error instanceof OutputError) return EXIT.hungUp;
    throw error;
  }
}

/** What nobody foresaw, in one sentence; a trace would help nobody who reads it. */
function failWith(error: unknown): number {
  if (error instanceof OutputError && error.isClosed) return EXIT.closed;
  const message = error instanceof OutputError
    ? error.message
    : `This is a fault of the program: ${error instanceof Error ? error.message : error}`;
  try {
    processTerminal().err.write(`${plainText(message)}\n`);
  } catch {
    // There is nobody left to tell.
  }
  return EXIT.failed;
}

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  Deno.exit(failWith(event.reason));
});
try {
  Deno.exit(await main(Deno.args, processTerminal()));
} catch (error) {
  Deno.exit(failWith(error));
}
