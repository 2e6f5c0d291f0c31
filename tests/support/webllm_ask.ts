// Copyright 2026 the Rivulet authors. MIT license.

import { assertStrictEquals } from "@std/assert";
import type { LLMFinish, LLMProviderConfig, LLMStreamRequest } from "@rivulet/llm";
import { createWebLLMProvider, type WebLLMProvider } from "@rivulet/llm/webllm";
import { requestFor } from "./ask.ts";
import { F16, FakeEngines } from "./webllm_fake_engine.ts";

/** A graphics adapter in place of the real one, for as long as a test runs. */
export class FakeGpu {
  /** What the adapter can do; undefined where there is no adapter. */
  features: string[] | undefined = ["shader-f16"];
  request: () => Promise<unknown> = () =>
    Promise.resolve(this.features && { features: new Set(this.features) });

  constructor(gpu: "present" | "missing" = "present") {
    const value = gpu === "missing" ? undefined : { requestAdapter: () => this.request() };
    Object.defineProperty(navigator, "gpu", { value, configurable: true });
  }

  [Symbol.dispose](): void {
    delete (navigator as { gpu?: unknown }).gpu;
  }
}

/** Where an engine runs. */
export const places = ["the main thread", "a worker"] as const;

/** A provider on the fake engine. */
export function fakeProvider(place: typeof places[number] = "the main thread"): {
  fake: FakeEngines;
  provider: WebLLMProvider;
} {
  const fake = new FakeEngines();
  const { loadEngine } = fake;
  const worker = place === "a worker" ? fake.worker : undefined;
  return { fake, provider: createWebLLMProvider({ loadEngine, worker }) };
}

/** Everything that a caller got, in order, and how it ended. */
export interface Seen {
  readonly events: string[];
  readonly progress: [progress: number, text: string][];
  finish: LLMFinish | undefined;
  error: unknown;
  /** Settles when the answer has ended, never rejects. */
  readonly ended: Promise<void>;
}

/** Asks, with the download allowed, and notes what comes. */
export function ask(
  provider: WebLLMProvider,
  config: Partial<LLMProviderConfig> = {},
  request: Partial<LLMStreamRequest> = {},
): Seen {
  const events: string[] = [];
  const progress: Seen["progress"] = [];
  const answer = provider.stream(
    { baseUrl: "", model: F16, allowModelDownload: true, ...config },
    requestFor({
      onToken: (token) => events.push(token),
      onReasoning: (text) => events.push(`(${text})`),
      onInitProgress: (number, text) => {
        progress.push([number, text]);
        events.push(`${text}`);
      },
      onFinish: (finish) => void (seen.finish = finish),
      ...request,
    }),
  );
  const ended = answer.catch((error) => void (seen.error = error));
  const seen: Seen = { events, progress, finish: undefined, error: undefined, ended };
  return seen;
}

/** The tokens and the reasoning alone. */
export function texts({ events, progress }: Seen): string[] {
  return events.filter((event) => !progress.some(([, text]) => text === event));
}

/** Lets everything that waits for nothing but promises run. */
export async function idle(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setTimeout(resolve));
}

export function assertAborted({ error }: Seen): void {
  assertStrictEquals((error as Error | undefined)?.name, "AbortError");
}
