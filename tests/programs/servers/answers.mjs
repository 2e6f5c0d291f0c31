// Copyright 2026 the Rivulet authors. MIT license.

/** The parts of an answer in words. */
export const chat = [
  'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n',
  "data: [DONE]\n\n",
];

/** The vectors of texts. */
export function embed({ input }) {
  return { embeddings: input.map(({ length }) => [1, 1 / length]) };
}
