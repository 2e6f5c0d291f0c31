// Copyright 2026 the Rivulet authors. MIT license.

/** JSON within JSON within JSON puts so many backslashes before a character, at most. */
const MAX_BACKSLASHES = 7;

const ENTITIES: Partial<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** With both of its signs; and no longer one is read, since a page may have many that do not end. */
const MAX_ENTITY_LENGTH = 9;

/** How the spellings of a character begin, and where each ends; at its start if it is not that. */
const SPELLINGS: Partial<Record<string, typeof endOfCharacter>> = {
  "\\": endOfEscape,
  "%": endOfPercent,
  "&": endOfEntity,
  "+": endOfPlus,
};

/** How languages write the number of a character, behind the backslash. */
const CODE = /u([\da-f]{4})|x([\da-f]{2})|u\{0{0,4}((?:10|[\da-f])?[\da-f]{1,4})\}/iy;

const decoder = /* @__PURE__ */ new TextDecoder();

/**
 * Where a text that spells `secret` at `start` ends, or `start` itself if it does not: character by
 * character as it is, or as JSON, a URL, a form or a web page would spell it. Where the text was cut,
 * the beginning of a secret counts as one; `leastCut` characters of it must be there.
 */
export function matchEncoded(
  text: string,
  start: number,
  { secret, leastCut }: { secret: string; leastCut: number },
): number {
  if (text.startsWith(secret, start)) return start + secret.length;
  let end = start;
  let count = 0;
  for (const character of secret) {
    const next = endOfCharacter(text, end, character);
    if (next === end) return count >= leastCut && isCut(text, end) ? end : start;
    end = next;
    count++;
  }
  return end;
}

/** The head of a longer text ends so. */
function isCut(text: string, end: number): boolean {
  return end === text.length - 1 && text.endsWith("…");
}

function endOfCharacter(text: string, start: number, character: string): number {
  const end = SPELLINGS[text[start] ?? ""]?.(text, start, character) ?? start;
  return end === start && text.startsWith(character, start) ? start + character.length : end;
}

function endOfEscape(text: string, start: number, character: string): number {
  let end = start;
  while (text[end] === "\\" && end - start < MAX_BACKSLASHES) end++;
  if (text.startsWith(character, end)) return end + character.length;
  if (text[end] === "t") return character === "\t" ? end + 1 : start;
  CODE.lastIndex = end;
  const digits = CODE.exec(text)?.slice(1).find(Boolean);
  return digits !== undefined && String.fromCodePoint(parseInt(digits, 16)) === character
    ? CODE.lastIndex
    : start;
}

function endOfPercent(text: string, start: number, character: string): number {
  const end = start + 3 * new TextEncoder().encode(character).length;
  const bytes = text.slice(start + 1, end).split("%").map((byte) => parseInt(byte, 16));
  return decoder.decode(Uint8Array.from(bytes)) === character ? end : start;
}

function endOfEntity(text: string, start: number, character: string): number {
  const [name = ""] = text.slice(start + 1, start + MAX_ENTITY_LENGTH).split(";", 1);
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isIt = ENTITIES[name] === character ||
    (name.startsWith("#") && code === character.codePointAt(0));
  return isIt ? start + name.length + 2 : start;
}

/** A form spells a space so. */
function endOfPlus(_text: string, start: number, character: string): number {
  return character === " " ? start + 1 : start;
}
