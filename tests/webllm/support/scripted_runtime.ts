// Copyright 2026 the Rivulet authors. MIT license.

// Puts a script in place of the graphics device under the package's own embedding pipeline. Runs in
// Deno and in browsers.

/** How many texts the scripted model takes at once, and how many tokens of each. */
export const MAX_BATCH_SIZE = 4;
export const CONTEXT_WINDOW_SIZE = 64;

/** How many texts the model was given at a time. */
export const forwarded: number[] = [];

/** A block of numbers on the scripted device. */
class ScriptedTensor {
  readonly dtype = "float32";
  readonly shape: number[];
  #values: number[] = [];

  constructor(shape: number[], values: number[] = []) {
    this.shape = shape;
    this.#values = values;
  }

  copyFrom(source: number[] | ScriptedTensor): void {
    this.#values = [...source instanceof ScriptedTensor ? source.#values : source];
  }

  view(shape: number[]): ScriptedTensor {
    return new ScriptedTensor(shape, this.#values);
  }

  toArray(): number[] {
    return this.#values;
  }

  dispose(): void {}
}

/**
 * Makes of each text the number of its tokens, its first token and its last. Like the attention of
 * the real engine it does not look at the mask, and so takes padding for tokens.
 */
function prefill(tokens: ScriptedTensor, _mask: ScriptedTensor): ScriptedTensor {
  const [batchSize = 0, longest = 0] = tokens.shape;
  forwarded.push(batchSize);
  const values = Array.from({ length: batchSize }, (_, index) => {
    const ids = tokens.toArray().slice(index * longest, (index + 1) * longest);
    // The pipeline reads what stands at the first token only.
    return [longest, ids[0]!, ids[longest - 1]!, ...Array(3 * (longest - 1)).fill(NaN)];
  });
  return new ScriptedTensor([batchSize, longest, 3], values.flat());
}

/** The members of the package's runtime that its embedding pipeline uses. */
export function scriptedRuntime(at: (point: string) => Promise<void>): Record<string, unknown> {
  const dispose = () => {};
  const metadata = {
    params: [],
    "max_batch_size": MAX_BATCH_SIZE,
    "prefill_chunk_size": CONTEXT_WINDOW_SIZE,
  };
  const functions: Record<string, unknown> = {
    prefill: Object.assign(prefill, { dispose }),
    "_metadata": () => JSON.stringify(metadata),
  };
  return {
    dispose,
    beginScope: () => {},
    endScope: () => {},
    detachFromCurrentScope: (value: unknown) => value,
    withNewScope: (run: () => unknown) => run(),
    webgpu: () => ({ deviceType: 15, sync: () => at("embed") }),
    cpu: () => ({ deviceType: 1 }),
    empty: (shape: number[]) => new ScriptedTensor(shape),
    getParamsFromCacheByName: () => ({ dispose }),
    createVirtualMachine: () => ({
      dispose,
      getFunction: (name: string) => functions[name],
      getInternalModule: () => ({}),
    }),
    asyncLoadWebGPUPipelines: () => at("shaders"),
  };
}
