// Copyright 2026 the Rivulet authors. MIT license.

/** What is dear to read again and again: blanks, brackets, the beginnings of all that is looked for. */
export const hostilePieces: readonly string[] = [
  ...[
    " ",
    "\n",
    "\r",
    "_",
    "/",
    "\\",
    '"',
    "`",
    "[",
    "{",
    "<",
    "0",
    "&",
    "%41",
    "\ud83d",
    " \n",
    "a b ",
  ],
  ...[
    '{"',
    '":',
    "[]",
    "](",
    "**a",
    "<think>",
    "</thin",
    "data:",
    "data: {",
    "data: x\n",
    "[DONE]",
  ],
  ...["error: x\n", "event: error\ndata: x\n", '{"message":{"content":"1"}}', '{"choices":[]}\n'],
  ...[
    '"content":1,',
    '{"error":',
    '[{"error":"x"},',
    'data: {"choices":[{"delta":{"content":"1"}}]}\n',
  ],
  ...["[1],", "1,", "<p>x"],
];

/** Texts of about so many characters that may cost more than their length. */
export function hostileTexts(length: number): string[] {
  return hostilePieces.flatMap((piece) => {
    const text = piece.repeat(Math.ceil(length / piece.length));
    return [`${text}x`, `{"${text}":${text}`];
  });
}
