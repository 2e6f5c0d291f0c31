// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Puts what the engine of the `webllm` provider expects of a browser, and Deno does not have, into
 * the global scope. To be called before the engine is loaded. Deno brings the rest: WebGPU, and a
 * Cache API that keeps its files between two runs.
 *
 * @param remark Gets what the engine says to the console.
 */
export function installWebgpuShims(remark: (text: string) => void): void {
  Object.assign(globalThis, {
    // The engine reads its origin before each load, also where no address depends on it.
    location: new URL("http://localhost/"),
    // Where there is one, the engine takes this for Node and then asks for `__dirname`.
    process: undefined,
  });
  Object.assign(Cache.prototype, { add });
  // The engine calls it whatever its log level is, and it would write between the words of the
  // answer.
  Object.assign(console, { log: (...words: unknown[]) => remark(words.join(" ")) });
}

/**
 * `Cache.add()`. The whole file is read first, so that a download which is stopped leaves nothing
 * behind.
 */
async function add(this: Cache, request: Request): Promise<void> {
  try {
    const response = await fetch(request);
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`Status ${response.status}`);
    }
    await this.put(request, new Response(await response.arrayBuffer(), response));
  } catch (cause) {
    request.signal.throwIfAborted();
    // The words of Chromium, by which the provider knows a download that failed.
    throw new TypeError("Failed to execute 'add' on 'Cache': Request failed", { cause });
  }
}
