// Copyright 2026 the Rivulet authors. MIT license.

const PICTURES = 0x2400;
const DELETE = 0x7f;
const JOINERS = /[\u200c\u200d]/;
// Signs that are written before numbers; all that is invisible comes after them.
const LAST_VISIBLE = 0x8e2;
const INVISIBLE = /[\u00ad\u061c]/;

/**
 * Text of a stranger as a terminal may get it. Control characters become their pictures, so that no
 * escape sequence works and none is hidden; what turns the direction of writing, or is invisible,
 * is left out.
 */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, plainCharacter);
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ").trim();
}

/** JSON of any value in which no such character stands as itself; nothing of it is lost. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) =>
      Array.from(
        { length: character.length },
        (_, place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, "0")}`,
      ).join(""),
  );
}

function plainCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (character === "\n" || character === "\t" || JOINERS.test(character)) return character;
  if (character === "\r") return "";
  if (code < 0x20) return String.fromCodePoint(PICTURES + code);
  if (code === DELETE) return "␡";
  if (code < 0xa0) return "\ufffd";
  if (character === "\u2028" || character === "\u2029") return "\n";
  return code <= LAST_VISIBLE && !INVISIBLE.test(character) ? character : "";
}
