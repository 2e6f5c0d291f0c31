// Copyright 2026 the Rivulet authors. MIT license.

/** What cannot be seen, or moves what can. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** JSON of any value in which no such character stands as itself; nothing of it is lost. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSEEN,
    (character) =>
      Array.from(
        { length: character.length },
        (_, place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, "0")}`,
      ).join(""),
  );
}
