// Copyright 2026 the Rivulet authors. MIT license.

/** An answer of `/api/embed` with vectors as long and as precise as a model's. */
export function embeddingAnswer(count: number, dimensions: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const vectors = Array.from(
    { length: count },
    (_, index) => JSON.stringify(vector(index, dimensions)),
  );
  return encoder.encode(
    `{"model":"all-minilm","embeddings":[${vectors.join()}],"total_duration":14143917}`,
  );
}

/** The numbers of a vector, in 32-bit precision as Ollama sends them. */
export function vector(index: number, dimensions: number): number[] {
  let state = index + 1;
  return Array.from({ length: dimensions }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return Number((state / 2_147_483_647 / 8 - 1 / 16).toPrecision(8));
  });
}
