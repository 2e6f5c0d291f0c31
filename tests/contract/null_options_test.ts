// Copyright 2026 the Rivulet authors. MIT license.

// Null in the place of all options, or of one, counts as left out; what is wrong is named.

import { assertEquals, assertThrows } from "@std/assert";
import {
  ChatCompletionTokenStream,
  defineProvider,
  EmbeddingError,
  lmStudio,
  OllamaEmbeddingClient,
  OllamaTokenStream,
  OpenAICompatibleEmbeddingClient,
  ProviderError,
  withFallback,
  withRetry,
  withTimeout,
} from "@rivulet/llm";
import { createWebLLMEmbeddingClient, createWebLLMProvider } from "@rivulet/llm/webllm";

const NULL = null as never;
const DEFINITION = { ...lmStudio.definition, id: "echo" };
const BODY = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n\n';
const CONFIG = {
  ...{ baseUrl: "http://localhost:1", model: "m" },
  fetch: () => Promise.resolve(new Response(BODY)),
};

function tokensOf(provider: typeof lmStudio): Promise<string[]> {
  return Array.fromAsync(provider.tokens(CONFIG, { prompt: "Q" }));
}

function through(stream: TransformStream<string, string>): Promise<string[]> {
  return Array.fromAsync(ReadableStream.from([`data: oops\n\n${BODY}`]).pipeThrough(stream));
}

const LEFT_OUT: [what: string, run: () => Promise<unknown>, expected: unknown][] = [
  ["the options of withRetry()", () => tokensOf(withRetry(lmStudio, NULL)), ["a"]],
  [
    "each option of withRetry()",
    () => tokensOf(withRetry(lmStudio, { retries: NULL, maxWaitMs: NULL, onRetry: NULL })),
    ["a"],
  ],
  ["the options of withFallback()", () => tokensOf(withFallback(lmStudio, [], NULL)), ["a"]],
  [
    "the option of withFallback()",
    () => tokensOf(withFallback(lmStudio, [], { onFallback: NULL })),
    ["a"],
  ],
  [
    "silenceMs of withTimeout()",
    () => tokensOf(withTimeout(lmStudio, { firstMs: 60_000, silenceMs: NULL })),
    ["a"],
  ],
  [
    "the options of defineProvider()",
    () =>
      Array.fromAsync(
        defineProvider(DEFINITION, async function* () {
          yield* ["a"];
        }, NULL).tokens(CONFIG, { prompt: "Q" }),
      ),
    ["a"],
  ],
  [
    "the options of ChatCompletionTokenStream",
    () => through(new ChatCompletionTokenStream(NULL)),
    ["a"],
  ],
  ["the options of OllamaTokenStream", () => through(new OllamaTokenStream(NULL)), ["a"]],
  [
    "the option of a token stream",
    () => through(new ChatCompletionTokenStream({ onSkipped: NULL })),
    ["a"],
  ],
  [
    "the options of createWebLLMProvider()",
    () => Promise.resolve(createWebLLMProvider(NULL).definition.id),
    "webllm",
  ],
  [
    "the options of createWebLLMEmbeddingClient()",
    () => Promise.resolve(createWebLLMEmbeddingClient(NULL).model),
    createWebLLMEmbeddingClient().model,
  ],
  [
    "the model of createWebLLMEmbeddingClient()",
    () => Promise.resolve(createWebLLMEmbeddingClient({ model: NULL }).model),
    createWebLLMEmbeddingClient().model,
  ],
  [
    "the details of an error",
    () =>
      Promise.resolve([
        new ProviderError("http", "no", NULL).message,
        new EmbeddingError("http", "no", NULL).message,
      ]),
    ["no", "no"],
  ],
];

for (const [what, run, expected] of LEFT_OUT) {
  Deno.test(`null leaves out ${what}`, async () => assertEquals(await run(), expected));
}

const WRONG: [what: string, run: () => unknown, message: string][] = [
  [
    "onRetry",
    () => withRetry(lmStudio, { onRetry: 1 as never }),
    "Set onRetry to a function, got number",
  ],
  [
    "onFallback",
    () => withFallback(lmStudio, [], { onFallback: 1 as never }),
    "Set onFallback to a function, got number",
  ],
  ["fallbacks", () => withFallback(lmStudio, NULL), "Set fallbacks to an array of providers"],
  [
    "onSkipped",
    () => new ChatCompletionTokenStream({ onSkipped: 1 as never }),
    "Set onSkipped to a function, got number",
  ],
  [
    "no options of withTimeout()",
    () => withTimeout(lmStudio, NULL),
    "Set firstMs to a number of milliseconds from 1 to 2147483647, got undefined",
  ],
  ...[OllamaEmbeddingClient, OpenAICompatibleEmbeddingClient].map((
    Client,
  ): [string, () => unknown, string] => [
    `no options of ${Client.name}`,
    () => new Client(NULL),
    "Pass options with baseUrl, model and timeoutMs",
  ]),
];

for (const [what, run, message] of WRONG) {
  Deno.test(`a sentence names what is wrong: ${what}`, () => {
    assertEquals(assertThrows(run, Error).message, message);
  });
}
