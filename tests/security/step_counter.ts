// Copyright 2026 the Rivulet authors. MIT license.

import { Session } from "node:inspector/promises";
import { watchNatives } from "./natives.ts";

/** How often each block of each function has run, by the address of its file. */
interface ScriptCoverage {
  url: string;
  functions: { functionName: string; ranges: { count: number }[] }[];
}

/**
 * Counts what a piece of work costs without a clock: how often each block of code runs, as the
 * engine itself counts it, and how much the native functions look at.
 */
export class StepCounter implements AsyncDisposable {
  readonly #session = new Session();
  /** The functions that have run, by file. */
  readonly reached = new Map<string, Set<string>>();
  #native = 0;

  static async start(): Promise<StepCounter> {
    const counter = new StepCounter();
    counter.#session.connect();
    await counter.#session.post("Profiler.enable");
    await counter.#session.post("Profiler.startPreciseCoverage", {
      callCount: true,
      detailed: true,
    });
    return counter;
  }

  async count(work: () => unknown): Promise<number> {
    await this.#take();
    this.#native = 0;
    const restore = watchNatives((cost) => this.#native += cost);
    try {
      await work();
    } finally {
      restore();
    }
    return this.#native + await this.#take();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.post("Profiler.disable");
    this.#session.disconnect();
  }

  /** How many blocks have run since this was asked last. */
  async #take(): Promise<number> {
    const { result } = await this.#session.post("Profiler.takePreciseCoverage") as unknown as {
      result: ScriptCoverage[];
    };
    let count = 0;
    for (const { url, functions } of result) {
      if (!url.startsWith("file:") || url.includes("/tests/")) continue;
      const names = this.reached.get(url) ?? new Set();
      this.reached.set(url, names);
      for (const { functionName, ranges } of functions) {
        if (ranges[0]!.count > 0) names.add(functionName);
        for (const range of ranges) count += range.count;
      }
    }
    return count;
  }
}
