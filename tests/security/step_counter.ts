// Copyright 2026 the Rivulet authors. MIT license.

import { Session } from "node:inspector/promises";

/** How often each block of each function has run, by the address of its file. */
interface ScriptCoverage {
  url: string;
  functions: { functionName: string; ranges: { count: number }[] }[];
}

type Native = (...values: unknown[]) => unknown;

/** What a native function looks at, told by what it is called on, with, and what it gives. */
type Cost = (self: { length: number }, values: unknown[], result: unknown) => number;

const whole: Cost = ({ length }) => length;
const given: Cost = (_, [first]) => lengthOf(first);
const made: Cost = (_self, _values, result) => lengthOf(result);
/** A search stops where it finds something. */
const searched: Cost = ({ length }, [, start], found) =>
  (found === -1 ? length : found as number) - (Number(start) || 0);
/** Blanks are looked at until there is none. */
const trimmed: Cost = ({ length }, _, result) => length - lengthOf(result);

/** A pattern that goes on from where it was, has looked at what lies between. */
const matched: Cost = (self, [text], result) => {
  const { global, sticky, lastIndex } = self as unknown as RegExp;
  if (sticky && !result) return 1;
  return global || sticky ? (result ? lastIndex : lengthOf(text)) - startedAt : lengthOf(text);
};

/** Where the pattern that runs has begun. */
let startedAt = 0;

const STRING = String.prototype as unknown as Record<string, Native>;
const BYTES = Object.getPrototypeOf(Uint8Array.prototype) as Record<string, Native>;

/** The native functions that look at more than a few characters or bytes. */
const NATIVES: [owner: Record<string, Native>, name: string, cost: Cost][] = [
  ...["replace", "replaceAll", "split", "match", "matchAll", "search", "normalize"]
    .map((name): [Record<string, Native>, string, Cost] => [STRING, name, whole]),
  [STRING, "indexOf", searched],
  [STRING, "includes", whole],
  [STRING, "trim", trimmed],
  [STRING, "trimStart", trimmed],
  [STRING, "trimEnd", trimmed],
  [STRING, "repeat", made],
  [BYTES, "indexOf", searched],
  [BYTES, "set", given],
  [BYTES, "slice", made],
  [BYTES, "copyWithin", whole],
  [RegExp.prototype as never, "exec", matched],
  [RegExp.prototype as never, "test", matched],
  [Array.prototype as never, "join", made],
  [JSON as never, "parse", given],
  [JSON as never, "stringify", made],
  [TextDecoder.prototype as never, "decode", given],
  [TextEncoder.prototype as never, "encode", made],
];

function lengthOf(value: unknown): number {
  return typeof value === "string" || ArrayBuffer.isView(value)
    ? (value as string | Uint8Array).length
    : 1;
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
    const restore = this.#watchNatives();
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

  #watchNatives(): () => void {
    const before = NATIVES.map(([owner, name]) => owner[name]!);
    let isInside = false;
    const add = (cost: number) => this.#native += cost;
    NATIVES.forEach(([owner, name, cost], index) => {
      const native = before[index]!;
      owner[name] = function (this: { length: number }, ...values) {
        // Native functions call one another.
        if (isInside) return native.apply(this, values);
        isInside = true;
        try {
          startedAt = (this as unknown as RegExp).lastIndex ?? 0;
          const result = native.apply(this, values);
          add(cost(this, values, result));
          return result;
        } finally {
          isInside = false;
        }
      };
    });
    return () => NATIVES.forEach(([owner, name], index) => owner[name] = before[index]!);
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
