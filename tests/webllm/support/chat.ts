// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMFinish, LLMProviderConfig, LLMStreamRequest } from "@rivulet/llm";
import {
  createWebLLMProvider,
  type WebLLMProvider,
  type WebLLMProviderOptions,
} from "@rivulet/llm/webllm";
import { requestFor } from "../../support/ask.ts";
import { type Heard, type Place, type RunningCall, startCall } from "./call.ts";
import { FakeEngines } from "./fake_engines.ts";
import { F16 } from "./models.ts";

/** A provider on the fake engine. */
export function fakeProvider(
  place: Place = "the main thread",
  options: WebLLMProviderOptions = {},
): { fake: FakeEngines; provider: WebLLMProvider } {
  const fake = new FakeEngines();
  return { fake, provider: createWebLLMProvider({ ...fake.options(place), ...options }) };
}

/** A question; the outcome is the tokens and the reasoning, which stands in brackets. */
export interface Question extends RunningCall<string[]> {
  /** How the answer ended, once it has. */
  finish?: LLMFinish;
}

/** Asks, with the download allowed, and notes what comes. */
export function ask(
  provider: WebLLMProvider,
  config: Partial<LLMProviderConfig> = {},
  { onToken, onInitProgress, ...request }: Partial<LLMStreamRequest> = {},
): Question {
  const heard: Heard[] = [];
  async function run(signal: AbortSignal): Promise<string[]> {
    await provider.stream(
      { baseUrl: "", model: F16, allowModelDownload: true, ...config },
      requestFor({
        signal,
        ...request,
        onToken(token) {
          heard.push(token);
          onToken?.(token);
        },
        onReasoning: (text) => void heard.push(`(${text})`),
        onInitProgress(...progress) {
          heard.push(progress);
          onInitProgress?.(...progress);
        },
        onFinish: (finish) => void (question.finish = finish),
      }),
    );
    return heard.filter((entry) => typeof entry === "string");
  }
  const question: Question = startCall(run, () => heard);
  return question;
}
