// Copyright 2026 the Rivulet authors. MIT license.

import { EXIT } from "./exit.ts";
import { explainHere } from "./explain_here.ts";
import { InterruptedError } from "./line_reader.ts";
import { UsageError } from "./option_values.ts";
import { OutputError } from "./output.ts";
import type { Report } from "./report.ts";

/** What went wrong was told already. */
export class ToldError extends Error {
  override readonly name = "ToldError";
}

/** Does some work and tells what goes wrong with it. Returns its exit code, or that of the failure. */
export async function guard(
  { report, signal }: { report: Report; signal: AbortSignal },
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutputError) throw error;
    if (error instanceof ToldError) return EXIT.failed;
    if (signal.aborted || error instanceof InterruptedError) {
      report.stopped();
      return EXIT.stopped;
    }
    if (error instanceof UsageError) {
      report.failure({ message: error.message });
      return EXIT.usage;
    }
    const explanation = explainHere(error, undefined);
    if (explanation === undefined) throw error;
    report.failure(explanation);
    return EXIT.failed;
  } finally {
    report.end();
  }
}
