// Copyright 2026 the Rivulet authors. MIT license.

import { linesOf, startScript } from "./script.ts";
import type { Order, Report, Usage } from "./task.ts";

/** A contender in its own process. */
export class ContenderProcess {
  readonly #process: Deno.ChildProcess;
  readonly #nextLine: () => Promise<string>;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;

  /** `file` is the name of one in the folder `contenders`. */
  constructor(file: string) {
    this.#process = startScript("worker.ts", [file]);
    this.#nextLine = linesOf(this.#process);
    this.#input = this.#process.stdin.getWriter();
  }

  /** Performs a task; throws where the contender fails or delivers something else. */
  async perform(order: Order): Promise<Usage> {
    await this.#input.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`));
    let line = "";
    // Some peers print.
    while (!line.startsWith("{")) line = await this.#nextLine();
    const report: Report = JSON.parse(line);
    if ("error" in report) throw new Error(report.error);
    return report.usage;
  }

  async close(): Promise<void> {
    await this.#input.close().catch(() => {});
    await this.#process.status;
  }
}
