// Copyright 2026 the Rivulet authors. MIT license.

import config from "../../deno.json" with { type: "json" };
import { goAroundProxies } from "./around_proxies.ts";
import { readConversation } from "./conversation.ts";
import { EXIT } from "./exit.ts";
import { parseFlags } from "./flags.ts";
import { helpText } from "./help.ts";
import { JsonReport } from "./json_report.ts";
import { KeptFiles } from "./kept_files.ts";
import { UsageError } from "./option_values.ts";
import { type ChatOptions, FOLDER, parseOptions } from "./options.ts";
import { OutputError } from "./output.ts";
import { plainText } from "./plain_text.ts";
import { IS_TASK, PROGRAM } from "./program.ts";
import type { Report } from "./report.ts";
import { run } from "./run.ts";
import { runSession } from "./session.ts";
import { readSettings, type Settings } from "./settings.ts";
import { exitOf, onStopSignals, refusePause } from "./stop_signals.ts";
import { processTerminal, type Terminal } from "./terminal.ts";
import { TextReport } from "./text_report.ts";

/** Runs the program of this process to its end, and ends the process. */
export async function runProgram(): Promise<never> {
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    Deno.exit(failWith(event.reason));
  });
  try {
    Deno.exit(await main(Deno.args, processTerminal()));
  } catch (error) {
    Deno.exit(failWith(error));
  }
}

async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  // Told once it is known how.
  const notes: string[] = [];
  let tell = (text: string): void => void notes.push(text);
  let files: KeptFiles;
  let settings: Settings;
  let options: ChatOptions | "help" | "version";
  try {
    files = new KeptFiles(folderOf(args), (text) => tell(text));
    settings = await readSettings(files);
    options = parseOptions(args, {
      inputIsTerminal: Deno.stdin.isTerminal(),
      outputIsTerminal: terminal.out.isTerminal && terminal.err.isTerminal,
      settings,
      conversation: await readConversation(files),
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    tellUsage(error, args.includes("--json"), terminal);
    return EXIT.usage;
  }
  if (options === "help" || options === "version") {
    terminal.out.write(options === "help" ? helpText(settings) : `${config.version}\n`);
    return EXIT.ok;
  }
  goAroundProxies();
  const controller = new AbortController();
  // In a session Ctrl+C stops an answer.
  const except = options.opensSession ? "SIGINT" : undefined;
  using _signals = onStopSignals(controller, { except });
  const { json, matchesOnly } = options;
  const createReport = (): Report =>
    json ? new JsonReport(terminal.out) : new TextReport(terminal, { matchesOnly });
  const report = createReport();
  tell = (text) => report.note(text);
  for (const note of notes) tell(note);
  using _pauses = IS_TASK ? refusePause((text) => report.progress("pause", text)) : undefined;
  const { signal } = controller;
  try {
    const context = { files, report, out: terminal.out, signal };
    const code = options.opensSession
      ? await runSession(options, { files, terminal, createReport, signal })
      : await run(options, context);
    return code === EXIT.stopped ? exitOf(signal) : code;
  } catch (error) {
    // The terminal has gone, and with it whoever could read more.
    if (signal.reason === "SIGHUP" && error instanceof OutputError) return EXIT.hungUp;
    throw error;
  }
}

/** Needed before the rest of the command line can be read: what is kept there belongs to it. */
function folderOf(args: readonly string[]): string {
  return parseFlags(args).values.folder || FOLDER;
}

function tellUsage({ message }: UsageError, json: boolean, { out, err }: Terminal): void {
  if (json) new JsonReport(out).failure({ message });
  else err.write(`${plainText(message)}\nSee: ${PROGRAM} --help\n`);
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
