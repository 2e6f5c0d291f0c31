// Copyright 2026 the Rivulet authors. MIT license.

import { type CallSignal, untilStopped } from "../core/call_signal.ts";
import { checkServerOptions } from "../core/options.ts";
import { ProviderError } from "../core/provider_error.ts";
import type { ListModels, LLMModel, LLMServerConfig } from "../core/types.ts";
import { brokenAnswer, callProvider } from "./provider_call.ts";
import type { HttpPlan, ModelsRow } from "./protocols.ts";
import { modelsRequest } from "./provider_request.ts";
import { readList } from "./read_list.ts";
import { Redactor } from "./redactor.ts";

const BUFFER_SIZE = 16 * 1024;

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
    return await readList(call, {
      read: row.read,
      noList: "the answer is no list of models",
      fail,
      broken: (cause) => brokenAnswer(cause, request),
    });
  } finally {
    call.close();
  }
}
