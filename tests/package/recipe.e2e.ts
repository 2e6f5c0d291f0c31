// Copyright 2026 the Rivulet authors. MIT license.

// The provider of one's own that docs/providers.md shows, with a stand-in for Chrome's model.

import { assertEquals, assertStrictEquals } from "@std/assert";
import type { LLMStreamProvider } from "@rivulet/llm";
import { outcomeOf } from "../support/ask.ts";

const CONFIG = { baseUrl: "", model: "built-in" };

/** What became of a session of the model. */
interface SeenSession {
  instruction?: unknown;
  question?: string;
  signal?: AbortSignal;
  destroyed: number;
}

/** The provider of the page, and what it does with a model that says these tokens and then waits. */
async function builtIn(tokens: string[], { ends }: { ends: boolean }) {
  const seen: SeenSession = { destroyed: 0 };
  const session = {
    promptStreaming(question: string, { signal }: { signal: AbortSignal }) {
      Object.assign(seen, { question, signal });
      return new ReadableStream<string>({
        start(controller) {
          tokens.forEach((token) => controller.enqueue(token));
          if (ends) controller.close();
        },
      });
    },
    destroy: () => void seen.destroyed++,
  };
  const LanguageModel = {
    create({ initialPrompts }: { initialPrompts: unknown[] }) {
      seen.instruction = initialPrompts[0];
      return Promise.resolve(session);
    },
  };
  Object.defineProperty(globalThis, "LanguageModel", { value: LanguageModel, configurable: true });
  const page = await Deno.readTextFile(new URL("../../docs/providers.md", import.meta.url));
  const [, section = ""] = page.split("## A provider of your own");
  const [, code = ""] = /```ts\n([^]*?)\n```/.exec(section) ?? [];
  const [definition] = code.split("\nconst config = ");
  const source = `// ${crypto.randomUUID()}\n${definition}\nexport { builtIn };`;
  const url = `data:application/typescript,${encodeURIComponent(source)}`;
  const module: { builtIn: LLMStreamProvider<string> } = await import(url);
  return { provider: module.builtIn, seen };
}

Deno.test("the provider in docs/providers.md streams, says the end, and frees its session", async () => {
  const { provider, seen } = await builtIn(["a", "b"], { ends: true });
  const { tokens, finish } = await outcomeOf(provider, CONFIG, { prompt: "Q", systemPrompt: "S" });
  assertEquals([tokens, finish?.endedBy], [["a", "b"], "marker"]);
  assertEquals(seen.instruction, { role: "system", content: "S" });
  assertEquals([seen.question, seen.destroyed], ["Q\n\n", 1]);
});

Deno.test("the provider in docs/providers.md rejects an abort at once, and tells the model", async () => {
  const { provider, seen } = await builtIn(["a"], { ends: false });
  const controller = new AbortController();
  const onToken = () => controller.abort("enough");
  const { error } = await outcomeOf(provider, CONFIG, { signal: controller.signal, onToken });
  const { name, cause } = error as Error;
  assertEquals([name, cause, seen.signal?.aborted], ["AbortError", "enough", true]);
});

Deno.test("the provider in docs/providers.md frees its session when a callback throws", async () => {
  const { provider, seen } = await builtIn(["a"], { ends: false });
  const thrown = new Error("mine");
  const onToken = () => {
    throw thrown;
  };
  const { error } = await outcomeOf(provider, CONFIG, { onToken });
  assertStrictEquals(error, thrown);
  assertEquals(seen.destroyed, 1);
});
