// Copyright 2026 the Rivulet authors. MIT license.

import { ContenderProcess } from "./contender_process.ts";
import { FILES } from "./contenders.ts";
import { linesOf, startScript } from "./script.ts";
import type { Task, Usage } from "./task.ts";

/** How to measure a task. */
export interface Measurement {
  readonly names: readonly string[];
  readonly task: Task;
  /** What makes a small task of the same kind, in which each token is compared. */
  readonly check: Readonly<Record<string, number>>;
  /** How often, in a whole run; a quick one measures once. */
  readonly rounds: number;
  /** Whether each figure needs a process in which nothing ran before. */
  readonly fresh?: boolean;
}

/** One run of the benchmark: the server, and the contenders' processes. */
export class Session {
  /** The server's address. */
  readonly base: string;
  /** Whether to measure little, for a look at whether all works. */
  readonly quick: boolean;
  /** Which contenders are missing from which figures, and why. */
  readonly faults: string[] = [];
  readonly #server: Deno.ChildProcess;
  readonly #processes = new Map<string, ContenderProcess>();

  private constructor(server: Deno.ChildProcess, base: string, quick: boolean) {
    this.#server = server;
    this.base = base;
    this.quick = quick;
  }

  static async start({ quick }: { quick: boolean }): Promise<Session> {
    const server = startScript("server.ts", []);
    const port = await linesOf(server)();
    return new Session(server, `http://127.0.0.1:${port}`, quick);
  }

  /** Either size of something, by how much is to be measured. */
  size(whole: number, quick: number): number {
    return this.quick ? quick : whole;
  }

  /**
   * What the task took in each round, for each contender that delivers what it should. The contenders
   * take turns.
   */
  async measure(measurement: Measurement): Promise<Map<string, Usage[]>> {
    const usages = new Map<string, Usage[]>(measurement.names.map((name) => [name, []]));
    if (!measurement.fresh) {
      // The first time is for the compiler.
      await this.#round(usages, measurement);
      usages.forEach((values) => values.length = 0);
    }
    const rounds = this.size(measurement.rounds, 1);
    for (let round = 0; round < rounds; round++) await this.#round(usages, measurement);
    return usages;
  }

  async #round(usages: Map<string, Usage[]>, measurement: Measurement): Promise<void> {
    for (const [name, values] of [...usages]) {
      try {
        values.push(await this.#perform(name, measurement, values.length === 0));
      } catch (error) {
        usages.delete(name);
        this.faults.push(`${name}, ${measurement.task.kind}: ${(error as Error).message}`);
      }
    }
  }

  async #perform(
    name: string,
    { task, check, fresh }: Measurement,
    isFirst: boolean,
  ): Promise<Usage> {
    const process = fresh ? new ContenderProcess(FILES[name]!) : this.#process(name);
    try {
      if (fresh || isFirst) {
        await process.perform({ task: { ...task, ...check } as Task, everyToken: true });
      }
      return await process.perform({ task, everyToken: false });
    } finally {
      if (fresh) await process.close();
    }
  }

  #process(name: string): ContenderProcess {
    const process = this.#processes.get(name) ?? new ContenderProcess(FILES[name]!);
    this.#processes.set(name, process);
    return process;
  }

  async close(): Promise<void> {
    for (const process of this.#processes.values()) await process.close();
    this.#server.kill();
    await this.#server.status;
  }
}

/** One number of each usage. */
export function figuresOf(
  usages: ReadonlyMap<string, readonly Usage[]>,
  pick: (usage: Usage) => number,
): Map<string, number[]> {
  return new Map([...usages].map(([name, values]) => [name, values.map(pick)]));
}
