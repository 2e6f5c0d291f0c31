// Copyright 2026 the Rivulet authors. MIT license.

// Names, descriptions, languages, licenses and topics are texts of strangers. What cannot be seen in
// them may still act: move a terminal's cursor, turn the direction of writing, or tell a model what a
// person does not read. All of it is gone before such a text is shown or sent.

/** A terminal's commands: a whole sequence, or the start of one that was cut off. */
const ESCAPE_SEQUENCE =
  // deno-lint-ignore no-control-regex -- they are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u2800]/gu;

/** What looks like nothing and still takes room. */
const BLANK = /[\u2800\u115f\u1160\u3164\uffa0]/;

/** Signs that are written around a number, and can be seen. */
const NUMBER_SIGN = /[\u0600-\u0605\u06dd\u0890\u0891\u08e2]/;

/** Letters whose shape hangs on a joiner or a non-joiner between them. */
const JOINED_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u20e3]/u;
const TAKES_SELECTOR = /[\p{Extended_Pictographic}0-9#*]/u;

/** More marks on one letter reach into the lines above and below. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Most texts hold nothing else, and a list has hundreds of thousands of them. */
const PLAIN = /^[\n\t\x20-\x7e\xa1-\xac\xae-\u02ff]*$/;

/**
 * What can be seen of a text. Line breaks and tabs stay; joiners stay where letters or pictures need
 * them.
 */
export function shownText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(ESCAPE_SEQUENCE, "")
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(INVISIBLE, shownCharacter)
    .replace(STACKED_MARKS, "$1");
}

/** The same on one line. */
export function shownLine(text: string): string {
  return shownText(text).replace(/\s+/g, " ").trim();
}

function shownCharacter(character: string, place: number, whole: string): string {
  if (character === "\n" || character === "\t" || NUMBER_SIGN.test(character)) return character;
  const isKept = character === "\u200c" || character === "\u200d"
    ? joins(character, before(whole, place), after(whole, place))
    : (character === "\ufe0e" || character === "\ufe0f") &&
      TAKES_SELECTOR.test(before(whole, place));
  if (isKept) return character;
  // Half a pair is no character.
  if (/\p{Cs}|\p{Co}/u.test(character)) return "\ufffd";
  return BLANK.test(character) || /\p{Cc}/u.test(character) ? " " : "";
}

function joins(joiner: string, left: string, right: string): boolean {
  if (JOINED_LETTER.test(left) && JOINED_LETTER.test(right)) return true;
  return joiner === "\u200d" && PICTURE.test(left) && PICTURE.test(right);
}

function before(text: string, place: number): string {
  const [last = ""] = [...text.slice(Math.max(0, place - 2), place)].slice(-1);
  return last;
}

function after(text: string, place: number): string {
  const code = text.codePointAt(place + 1);
  return code === undefined ? "" : String.fromCodePoint(code);
}
