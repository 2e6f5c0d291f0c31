// Copyright 2026 the Rivulet authors. MIT license.

import { FOLDER } from "./saved_stars.ts";

/** Vectors of texts, by a hash of the text, as one model made them. */
export interface SavedVectors {
  readonly model: string;
  /** `/api/embed` gives unit vectors and `/api/embeddings` does not: the two must not be mixed. */
  readonly endpoint: string;
  readonly byHash: Map<string, Float32Array>;
}

/** What the first line of a file says; the vectors follow as bytes, in the order of the hashes. */
interface Header {
  endpoint: string;
  dimensions: number;
  hashes: string[];
}

/**
 * The vectors that an earlier run has made with this model and endpoint; none where there are none,
 * or others.
 */
export async function loadVectors(model: string, endpoint: string): Promise<SavedVectors> {
  const byHash = new Map<string, Float32Array>();
  const bytes = await readFile(pathOf(model));
  const headerEnd = bytes.indexOf(0x0a);
  if (headerEnd === -1) return { model, endpoint, byHash };
  const header: Header = JSON.parse(new TextDecoder().decode(bytes.subarray(0, headerEnd)));
  if (header.endpoint !== endpoint) return { model, endpoint, byHash };
  // A copy, because the vectors must start at a multiple of four bytes.
  const numbers = new Float32Array(bytes.slice(headerEnd + 1).buffer);
  header.hashes.forEach((hash, index) => {
    byHash.set(hash, numbers.subarray(index * header.dimensions, (index + 1) * header.dimensions));
  });
  return { model, endpoint, byHash };
}

export async function saveVectors({ model, endpoint, byHash }: SavedVectors): Promise<void> {
  const vectors = [...byHash.values()];
  const dimensions = vectors[0]?.length ?? 0;
  const header: Header = { endpoint, dimensions, hashes: [...byHash.keys()] };
  const numbers = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, index) => numbers.set(vector, index * dimensions));
  await Deno.mkdir(FOLDER, { recursive: true });
  // First beside the file: a run that is stopped in the middle must not spoil what there is.
  const path = pathOf(model);
  await Deno.writeFile(`${path}.part`, concatenate(`${JSON.stringify(header)}\n`, numbers));
  await Deno.rename(`${path}.part`, path);
}

async function readFile(path: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  }
}

function concatenate(header: string, numbers: Float32Array): Uint8Array {
  const head = new TextEncoder().encode(header);
  const whole = new Uint8Array(head.length + numbers.byteLength);
  whole.set(head);
  whole.set(new Uint8Array(numbers.buffer), head.length);
  return whole;
}

function pathOf(model: string): string {
  return `${FOLDER}/vectors-${model.replace(/[^\w.-]+/g, "_")}.bin`;
}
