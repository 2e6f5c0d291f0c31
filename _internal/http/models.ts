// Copyright 2026 the Rivulet authors. MIT license.

import { type CallSignal, untilStopped } from "../core/call_signal.ts";
import { parseJson } from "../core/json.ts";
import { checkServerOptions } from "../core/options.ts";
import { ProviderError } from "../core/provider_error.ts";
import type { ListModels, LLMModel, LLMServerConfig } from "../core/types.ts";
import { readListText } from "./list_text.ts";
import { whyNotJson } from "./not_json.ts";
import { brokenAnswer, callProvider } from "./provider_call.ts";
import type { HttpPlan, ModelsRow } from "./protocols.ts";
import { modelsRequest } from "./provider_request.ts";
import { failureOfDocument } from "./reader/failure.ts";
import { Redactor } from "./redactor.ts";

const BUFFER_SIZE = 16 * 1024;

const NO_LIST = "the answer is no list of models";

/** The list of models of a provider that is reached over HTTP. */
export function httpModels(plan: HttpPlan, row: ModelsRow): ListModels {
  return async (config, options) => {
    checkServerOptions(config, options);
    const list = (stop: CallSignal) => listModels({ plan, row }, config, stop.signal);
    return await untilStopped(options?.signal, list);
  };
}

async function listModels(
  { plan, row }: { plan: HttpPlan; row: ModelsRow },
  config: LLMServerConfig,
  signal: AbortSignal,
): Promise<LLMModel[]> {
  const request = modelsRequest(plan, config, row);
  const fail = (words: string, code?: string): ProviderError => {
    const redactor = new Redactor(request);
    const reason = redactor.removeFrom(words);
    const serverCode = redactor.removeFrom(code);
    return new ProviderError("format", `Model list failed: ${reason}`, { reason, serverCode });
  };
  const call = await callProvider(request, { signal, bufferSize: BUFFER_SIZE });
  try {
    const text = await readListText(call, {
      tooLong: fail,
      broken: (cause) => brokenAnswer(cause, request),
    });
    const answer = parseJson(text);
    if (answer === undefined) throw fail(whyNotJson(text));
    const models = row.read(answer);
    const failure = failureOfDocument(answer, models?.length);
    if (failure === undefined && models !== undefined) return models;
    throw fail(failure?.failure ?? NO_LIST, failure?.serverCode);
  } finally {
    call.close();
  }
}
