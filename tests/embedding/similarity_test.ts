// Copyright 2026 the Rivulet authors. MIT license.

import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { cosineSimilarity, topK } from "@rivulet/llm/embedding";

const COSINES: [name: string, a: number[], b: number[], cosine: number][] = [
  ["1 for the same direction", [1, 2, 3], [2, 4, 6], 1],
  ["-1 for opposite directions", [1, 2], [-3, -6], -1],
  ["0 for a right angle", [1, 0], [0, 5], 0],
  ["0.5 for 60 degrees", [1, 0], [0.5, Math.sqrt(0.75)], 0.5],
  ["0 where one vector is zero", [0, 0], [1, 2], 0],
  ["0 where both vectors are zero", [0, 0], [0, 0], 0],
  ["0 for vectors without numbers", [], [], 0],
];

for (const [name, a, b, cosine] of COSINES) {
  Deno.test(`cosineSimilarity() is ${name}`, () => {
    assertAlmostEquals(cosineSimilarity(a, b), cosine, 1e-12);
    assertAlmostEquals(cosineSimilarity(b, a), cosine, 1e-12);
  });
}

Deno.test("cosineSimilarity() takes arrays and typed arrays together", () => {
  assertAlmostEquals(cosineSimilarity([3, 4], Float32Array.of(4, 3)), 24 / 25, 1e-12);
});

Deno.test("cosineSimilarity() sums in 64 bits", () => {
  // In 32 bits, 2 ** 24 + 1 is 2 ** 24: the small numbers would vanish.
  const a = new Float32Array(4097).fill(1, 1);
  a[0] = 4096;
  const b = new Float32Array(4097).fill(1, 1);
  b[0] = 4096;
  b[1] = -1;
  const products = 2 ** 24 + 4096 - 2;
  assertAlmostEquals(cosineSimilarity(a, b), products / (2 ** 24 + 4096), 1e-12);
});

Deno.test("cosineSimilarity() never passes 1", () => {
  const vector = [0.1, 0.2, 0.3];
  for (let step = 1; step < 100; step++) {
    const longer = vector.map((value) => value * step / 7);
    assertEquals(Math.max(1, cosineSimilarity(vector, longer)), 1);
  }
});

Deno.test("cosineSimilarity() refuses vectors of different lengths and names both", () => {
  const error = assertThrows(() => cosineSimilarity([1, 2, 3], [1, 2]), RangeError);
  assertEquals(error.message, "Compare vectors of one length, got 3 and 2 numbers");
});

Deno.test("topK() gives the highest score first", () => {
  const matches = topK([1, 0], [[0, 1], [1, 1], [2, 0], [-1, 0]], 3);
  assertEquals(matches.map(({ index }) => index), [2, 1, 0]);
  assertAlmostEquals(matches[1]!.score, Math.SQRT1_2, 1e-12);
});

Deno.test("topK() gives the scores of cosineSimilarity()", () => {
  const query = Float32Array.of(0.3, -0.2, 0.9);
  const vectors = [Float32Array.of(1, 2, 3), Float32Array.of(0, -1, 0)];
  for (const { index, score } of topK(query, vectors, 2)) {
    assertEquals(score, cosineSimilarity(query, vectors[index]!));
  }
});

Deno.test("topK() orders equal scores by their index", () => {
  const vectors = Array.from({ length: 50 }, (_, index) => index % 2 === 0 ? [1, 0] : [0, 1]);
  const indices = topK([1, 0], vectors, 50).map(({ index }) => index);
  const even = vectors.keys().filter((index) => index % 2 === 0);
  const odd = vectors.keys().filter((index) => index % 2 === 1);
  assertEquals(indices, [...even, ...odd]);
});

Deno.test("topK() gives all where k is larger than their number", () => {
  assertEquals(topK([1], [[1], [2]], 10).length, 2);
});

Deno.test("topK() gives none for a k of 0 or without vectors", () => {
  assertEquals(topK([1], [[1]], 0), []);
  assertEquals(topK([1], [], 3), []);
});

Deno.test("topK() leaves the vectors in their order", () => {
  const vectors = [[0, 1], [1, 0]];
  topK([1, 0], vectors, 2);
  assertEquals(vectors, [[0, 1], [1, 0]]);
});

for (const k of [-1, 1.5, NaN, Infinity, "3" as unknown as number]) {
  Deno.test(`topK() refuses a k of ${k} (${typeof k})`, () => {
    assertThrows(() => topK([1], [[1]], k), RangeError, `got ${k}`);
  });
}

Deno.test("topK() refuses a vector of another length and names both lengths and the index", () => {
  const error = assertThrows(() => topK([1, 2], [[1, 2], [1, 2, 3]], 1), RangeError);
  assertEquals(
    error.message,
    "Compare vectors of one length, got 2 numbers in the query and 3 in the vector at index 1",
  );
});

Deno.test("cosineSimilarity() scales numbers whose squares leave the range", () => {
  for (const value of [1e200, 1e-200, 1e308, 5e-324]) {
    assertEquals(cosineSimilarity([value, value], [value, value]), 1, `${value}`);
    assertEquals(cosineSimilarity([value, 0], [0, value]), 0, `${value}`);
    assertEquals(cosineSimilarity([value, 0], [-value, 0]), -1, `${value}`);
  }
  const mixed = cosineSimilarity([1e200, 0], [1e-200, 1e-200]);
  assertEquals(Math.abs(mixed - Math.SQRT1_2) < 1e-12, true);
});

Deno.test("topK() puts a vector with a number that is not finite last", () => {
  for (const bad of [[NaN, 1], [Infinity, 1], Float32Array.of(NaN, 1)]) {
    const query = bad instanceof Float32Array ? Float32Array.of(1, 0) : [1, 0];
    const good = [[0, 1], [1, 0], [-1, 0]].map((each) =>
      bad instanceof Float32Array ? Float32Array.from(each) : each
    );
    const matches = topK(query, [bad, ...good], 4);
    assertEquals(matches.map(({ index }) => index), [2, 1, 3, 0]);
    assertEquals(matches[3]?.score, NaN);
    assertEquals(topK(query, [bad, ...good], 2).map(({ index }) => index), [2, 1]);
  }
});

Deno.test("topK() finds what sorting all scores finds, for every k", () => {
  let seed = 1;
  const random = () => (seed = seed * 16_807 % 2_147_483_647) / 2_147_483_647;
  const vectors = Array.from({ length: 60 }, () => {
    // Few values, so that many scores are equal.
    const numbers = Array.from({ length: 3 }, () => Math.floor(random() * 3) - 1);
    return random() < 0.5 ? Float32Array.from(numbers) : numbers;
  });
  for (const query of [[1, 0, 1], Float32Array.of(0, 1, 1)]) {
    const sorted = vectors
      .map((vector, index) => ({ index, score: cosineSimilarity(query, vector) }))
      .sort((a, b) => b.score - a.score || a.index - b.index);
    for (let k = 0; k <= 61; k++) assertEquals(topK(query, vectors, k), sorted.slice(0, k));
  }
});
