// Copyright 2026 the Rivulet authors. MIT license.

// What apps write, checked under the types of each runtime, and run there.

import {
  buildMessages,
  defineHttpProvider,
  defineProvider,
  type LLMFinish,
  type LLMMessage,
  type LLMModel,
  type LLMProvider,
  type LLMProviderConfig,
  type LLMStreamProvider,
  type LLMTokenRequest,
  type LLMToolCall,
  lmStudio,
  ollama,
  OllamaEmbeddingClient,
  OpenAICompatibleEmbeddingClient,
  ProviderError,
  readObject,
  toEventStream,
  withFallback,
  withRetry,
  withTimeout,
} from "@rivulet/llm";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { z } from "zod";

/** Does nothing, and compiles where the type is exactly that one. */
function hasType<Wanted>() {
  return <Actual>(
    _value: Actual,
    ..._rest: IsSame<Wanted, Actual> extends true ? [] : ["another type"]
  ): void => {};
}

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true
  : false;

/** A model that says what it was asked. */
const parrot = defineProvider(
  {
    id: "parrot",
    label: "Parrot",
    kind: "local",
    defaultBaseUrl: "",
    defaultModel: "any",
    requiresApiKey: false,
  },
  async function* (_config, request) {
    yield buildMessages(request).at(-1)!.content.trim();
    yield [{ done: true }];
  },
);
const config: LLMProviderConfig = { baseUrl: "", model: "any" };

// A conversation with images: lists may be read-only or not, made by a map or written out.
const said: LLMMessage[] = [{ role: "user", content: "What is it?", images: ["data:,"] }];
const kept: readonly LLMMessage[] = said;
export const requests: readonly LLMTokenRequest[] = [
  { prompt: "q", history: said },
  { prompt: "q", history: kept, images: ["data:image/png;base64,"] },
  { prompt: "q", history: [{ role: "assistant", content: "a" }], systemPrompt: null },
  { prompt: "q", history: null, images: null, jsonSchema: null, systemPrompt: "" },
  { prompt: "q", history: undefined, images: undefined, jsonSchema: { type: "object" } },
  // @ts-expect-error: the instruction is systemPrompt
  { prompt: "q", history: [{ role: "system", content: "Be brief" }] },
  // @ts-expect-error: history holds what was said before
  { prompt: "q", messages: [] },
  // @ts-expect-error: a list of addresses
  { prompt: "q", images: "data:," },
];

// Objects: the type is what the schema gives, defaults and changes included.
const zodCity = z.object({
  city: z.string(),
  population: z.number().default(1),
  founded: z.string().transform((year) => Number(year)),
});
const valibotCity = v.object({ city: v.string(), tags: v.optional(v.array(v.string()), []) });
const jsonCity = { type: "object", properties: { city: { type: "string" } } } as const;

async function readObjects(): Promise<unknown[]> {
  const prompt = '{"city":"Oslo","founded":"1048"}';
  const byZod = await readObject(parrot, config, { prompt, schema: zodCity });
  hasType<{ city: string; population: number; founded: number }>()(byZod);
  const schema = toStandardJsonSchema(valibotCity);
  const byValibot = await readObject(parrot, config, { prompt, schema });
  hasType<{ city: string; tags: string[] }>()(byValibot);
  const beside = await readObject(parrot, config, {
    prompt,
    schema: valibotCity,
    jsonSchema: jsonCity,
  });
  hasType<{ city: string; tags: string[] }>()(beside);
  const unchecked = await readObject(parrot, config, { prompt, schema: jsonCity });
  hasType<unknown>()(unchecked);
  const named = await readObject<{ city: string }>(parrot, config, { prompt, schema: jsonCity });
  hasType<{ city: string }>()(named);
  // @ts-expect-error: zod gives a number
  const wrong: { founded: string } = byZod;
  return [wrong, byValibot, beside, unchecked, named];
}

// Wrappers: each keeps the type of what it wraps, the list of models included.
const patient = withRetry(withTimeout(ollama, { firstMs: 60_000 }), {
  retries: 1,
  onRetry: (error, { attempt, waitMs }) => {
    hasType<ProviderError>()(error);
    hasType<number>()(attempt + waitMs);
  },
});
hasType<LLMProvider>()(patient);
const safe = withFallback(patient, [{ provider: lmStudio, config }, { provider: parrot, config }], {
  onFallback: async (error, { from, to }) => {
    hasType<ProviderError>()(error);
    hasType<string>()(from.id + to.label);
  },
});
export const listing: (config: LLMProviderConfig) => Promise<readonly LLMModel[]> = safe.models;
hasType<LLMStreamProvider<"parrot">>()(withRetry(parrot));
// @ts-expect-error: a provider of one's own may have no list of models
export const none: LLMProvider = withRetry(parrot);
// A protocol of one's own has `models()` where it says how its models are listed.
const protocol = {
  definition: parrot.definition,
  path: "/ask",
  body: ({ model }: LLMProviderConfig, request: { prompt: string }) => ({ model, ...request }),
  read: (payload: unknown) => ({ token: String(payload) }),
};
const models = { path: "/list", read: (): LLMModel[] => [{ name: "m" }] };
hasType<LLMProvider<"parrot">>()(defineHttpProvider({ ...protocol, models }));
// @ts-expect-error: it does not say so here
hasType<LLMProvider<"parrot">>()(defineHttpProvider(protocol));
// @ts-expect-error: a time is needed
export const withoutTime = () => withTimeout(ollama, {});

// What an answer ends with.
export function summarize(finish: LLMFinish): string {
  const { toolCalls = [], refusal, usage, skipped } = finish;
  hasType<readonly LLMToolCall[]>()(toolCalls);
  hasType<string | undefined>()(toolCalls[0]?.id);
  hasType<number | undefined>()(usage?.cachedTokens);
  hasType<number | undefined>()(usage?.reasoningTokens);
  hasType<string | undefined>()(skipped?.first);
  // @ts-expect-error: the calls are told, and not to be changed
  finish.toolCalls?.push({ name: "n", arguments: "" });
  return toolCalls.map(({ name, arguments: given }) => `${name} ${given}`).join() + (refusal ?? "");
}

// A relay is a body of the runtime's own Response.
export function answer(prompt: string, signal: AbortSignal): Response {
  return new Response(toEventStream(safe, config, { prompt, signal }), {
    headers: { "content-type": "text/event-stream" },
  });
}

// Both clients take more fields of the body, only one of them a key.
const options = { baseUrl: "http://localhost:1234", model: "any", timeoutMs: 1000 };
export const clients = [
  new OllamaEmbeddingClient({ ...options, extraBody: { options: { num_ctx: 512 } } }),
  new OpenAICompatibleEmbeddingClient({ ...options, apiKey: "k", allowRemote: true }),
  // @ts-expect-error: Ollama's client embeds on this computer alone
  new OllamaEmbeddingClient({ ...options, allowRemote: true }),
];

async function codeOf(prompt: string): Promise<string> {
  try {
    await readObject(parrot, config, { prompt, schema: zodCity });
    return "read";
  } catch (error) {
    return error instanceof ProviderError ? `${error.code}: ${error.message}` : "unknown";
  }
}

const relayed = new Response(toEventStream(parrot, config, { prompt: "hello" }));
console.log(JSON.stringify([
  ...await readObjects(),
  await codeOf('{"city":1,"founded":"1048"}'),
  (await relayed.text()).includes("hello"),
]));
