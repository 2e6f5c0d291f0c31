// Copyright 2026 the Rivulet authors. MIT license.

// What native functions cost, told without a clock: how much they look at.

export type Native = (...values: unknown[]) => unknown;

/** What a native function looks at, told by what it is called on, with, and what it gives. */
export type Cost = (self: { length: number }, values: unknown[], result: unknown) => number;

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

/** A native function, where it stands, and what it costs. */
export type NativeCost = [owner: Record<string, Native>, name: string, cost: Cost];

/** The native functions that look at more than a few characters or bytes. */
const NATIVES: readonly NativeCost[] = [
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
 * Tells what each call of a native function costs, until the function is called that it gives; of
 * those in `others` as they say.
 */
export function watchNatives(
  add: (cost: number) => void,
  others: readonly NativeCost[] = [],
): () => void {
  const isOther = (owner: unknown, name: string) =>
    others.some(([otherOwner, otherName]) => otherOwner === owner && otherName === name);
  const watched = [...NATIVES.filter(([owner, name]) => !isOther(owner, name)), ...others];
  const before = watched.map(([owner, name]) => owner[name]!);
  let isInside = false;
  watched.forEach(([owner, name, cost], index) => {
    const native = before[index]!;
    owner[name] = function (this: { length: number }, ...values) {
      // Native functions call one another.
      if (isInside) return native.apply(this, values);
      isInside = true;
      let result: unknown;
      try {
        startedAt = (this as unknown as RegExp).lastIndex ?? 0;
        return result = native.apply(this, values);
      } finally {
        add(cost(this, values, result));
        isInside = false;
      }
    };
  });
  return () => watched.forEach(([owner, name], index) => owner[name] = before[index]!);
}
