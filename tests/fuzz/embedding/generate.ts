// Copyright 2026 the Rivulet authors. MIT license.

import type { Random } from "../random.ts";

/**
 * The member that holds the vectors of `/api/embed`, those of `/v1/embeddings`, or the one vector of
 * `/api/embeddings`.
 */
export type Key = "embeddings" | "data" | "embedding";

const STRINGS = [
  '""',
  '"m"',
  '"]"',
  '"[[1,2]]"',
  '"\\"embeddings\\":[[1]]"',
  '"\\\\"',
  '"\\u005b\\n"',
  '"🌍é"',
  '"embeddings"',
  '"embedding"',
];

const WRONG_NUMBERS = [
  "1e39",
  "-1e999",
  "null",
  "true",
  '"1"',
  '"]"',
  "[1]",
  "[]",
  "{}",
  '{"a":1}',
];

const MALFORMED = ["NaN", "-Infinity", "01", "1.", ".5", "+1", "0x1", "1 2", "", "'1'", "1e"];

const WRONG_VECTORS = ["[]", "[ ]", "1", "null", "{}", '"[1]"', '{"embedding":[1]}'];

/** A JSON text in which the white space between tokens is random. */
type Write = (...tokens: string[]) => string;

/**
 * A random answer to `count` texts, mostly right: what stands around the vectors, how the numbers
 * are spelled and what is wrong with it is random.
 */
export function generateAnswer(random: Random, key: Key, count: number): string {
  if (random.once(12)) return random.pick(notAnAnswer(random));
  const write = random.once(2)
    ? (...tokens: string[]) => tokens.join("")
    : (...tokens: string[]) =>
      tokens.map((token) => space(random) + token + space(random)).join("");
  const members = Array.from({ length: random.below(4) }, () => otherMember(random, write));
  const value = key === "embedding"
    ? vector(random, write)
    : vectors(random, write, { key, count });
  members.splice(random.below(members.length + 1), 0, write(`"${key}"`, ":", value));
  if (random.once(30)) members.splice(random.below(members.length), random.below(3));
  if (random.once(30)) members.push(write(spelledOtherwise(random, key), ":", value));
  const json = write("{", members.join(write(",")), "}");
  return random.once(12) ? damaged(random, json) : json;
}

function vectors(
  random: Random,
  write: Write,
  { key, count }: { key: Key; count: number },
): string {
  if (random.once(30)) return random.pick(["null", "{}", '"x"', "1", "[[", write("[", "]")]);
  const length = random.once(12) ? random.below(6) : count;
  const dimensions = randomLength(random);
  const indices = randomIndices(random, length);
  const list = Array.from({ length }, (_, place) => {
    const value = vector(random, write, dimensions);
    return key === "data" ? entry(random, write, { value, index: indices[place] }) : value;
  });
  return write("[", list.join(write(",")), "]");
}

/** Mostly those of a list in order, or in another one; now and then none, or what fits no list. */
function randomIndices(random: Random, length: number): (number | undefined)[] {
  const indices: (number | undefined)[] = Array.from({ length }, (_, place) => place);
  if (random.once(3)) indices.sort(() => random.next() - 0.5);
  if (random.once(6)) return indices.map(() => undefined);
  if (random.once(8)) indices[random.below(length)] = random.pick([undefined, -1, 0.5, length]);
  return indices;
}

/** An entry of the list of OpenAI's protocol, with its members in any order. */
function entry(
  random: Random,
  write: Write,
  { value, index }: { value: string; index: number | undefined },
): string {
  const members = [write('"embedding"', ":", value)];
  if (index !== undefined) members.push(write('"index"', ":", `${index}`));
  if (random.once(2)) members.push(write('"object"', ":", '"embedding"'));
  if (random.once(8)) members.push(otherMember(random, write));
  members.sort(() => random.next() - 0.5);
  return write("{", members.join(write(",")), "}");
}

function vector(random: Random, write: Write, dimensions = randomLength(random)): string {
  if (random.once(60)) return random.pick(WRONG_VECTORS);
  const length = random.once(60) ? randomLength(random) : dimensions;
  const numbers = Array.from({ length }, () => numberText(random));
  if (random.once(30)) numbers[random.below(length)] = random.pick(WRONG_NUMBERS);
  if (random.once(60)) numbers[random.below(length)] = random.pick(MALFORMED);
  return write("[", numbers.join(write(",")), "]");
}

function randomLength(random: Random): number {
  return 1 + random.below(random.pick([1, 4, 40]));
}

/** A number in one of the spellings that JSON knows. */
function numberText(random: Random): string {
  const value = (random.next() - 0.5) * 10 ** (random.below(40) - 20);
  return random.pick([
    `${random.below(10)}`,
    `-${random.below(3)}`,
    String(value),
    value.toFixed(random.below(20)),
    value.toExponential(random.below(9)),
    value.toExponential().toUpperCase().replace("E+", random.pick(["E", "E+", "E+0"])),
    "1e-400",
    "3.4028234663852886e38",
    `0.${"123456789".repeat(1 + random.below(12))}`,
  ]);
}

function otherMember(random: Random, write: Write): string {
  const name = random.pick(['"model"', '"total_duration"', '"x"', '"a]\\"["', '"embeddings "']);
  return write(name, ":", anyValue(random, write, 3));
}

function anyValue(random: Random, write: Write, depth: number): string {
  const kind = random.below(depth === 0 ? 3 : 5);
  if (kind === 0) return random.pick(STRINGS);
  if (kind === 1) return numberText(random);
  if (kind === 2) return random.pick(["null", "true", "false"]);
  const values = Array.from(
    { length: random.below(3) },
    () => anyValue(random, write, depth - 1),
  );
  if (kind === 3) return write("[", values.join(write(",")), "]");
  const members = values.map((value) =>
    write(random.pick(['"embeddings"', '"embedding"', '"error"', '"y"']), ":", value)
  );
  return write("{", members.join(write(",")), "}");
}

/** The same name once more, or a name that only looks different. */
function spelledOtherwise(random: Random, key: Key): string {
  return random.pick([`"${key}"`, `"${key.replace("b", "\\u0062")}"`]);
}

function notAnAnswer(random: Random): string[] {
  return [
    "",
    " \n",
    '{"error":"model not found"}',
    '{"error":{"message":"busy"}}',
    '{"message":"no"}',
    '{"error":""}',
    '{"success":false}',
    '{"code":401,"message":"no","data":null,"embeddings":null}',
    '{"embeddings":[[1]],"embedding":[1],"data":[{"embedding":[1]}],"error":"busy"}',
    '{"status":"ok","detail":"no"}',
    "<!doctype html><p>no",
    "[]",
    "null",
    '[{"embeddings":[[1]]}]',
    `${"[".repeat(2000)}${"]".repeat(2000)}`,
    `{"x":${"[".repeat(random.below(2000))}`,
  ];
}

/** Breaks off, goes on after the end, or has other characters in some places. */
function damaged(random: Random, json: string): string {
  const at = random.below(json.length + 1);
  return random.pick([
    json.slice(0, at),
    `${json}${random.pick(["}", "]", "x", json, "\0"])}`,
    `\ufeff${json}`,
    json.slice(0, at) + random.pick(["[", "]", "{", "}", '"', "\\", ",", "1", "\0", "é"]) +
    json.slice(at + random.below(2)),
  ]);
}

function space(random: Random): string {
  return random.pick(["", "", "", " ", "\n", "\r\n\t", "  "]);
}
