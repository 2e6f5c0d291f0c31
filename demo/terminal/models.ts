// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMProviderId, ProviderError } from "@rivulet/llm";
import { hostOf } from "../engines/host.ts";
import { localServers } from "../engines/local_server.ts";
import { usualAddress } from "./addresses.ts";
import { EXIT } from "./exit.ts";
import { explainHere } from "./explain_here.ts";
import type { ChatOptions } from "./options.ts";
import type { ModelPlace } from "./report.ts";
import type { SearchRun } from "./search.ts";
import { howToGetAnAnswer, readKey } from "./with_target.ts";

/**
 * Tells which models there are: of the provider that was named, else of the servers of this machine
 * that answer. Returns the exit code.
 */
export async function tellModels(options: ChatOptions, run: SearchRun): Promise<number> {
  const { report } = run;
  const { provider, baseUrl } = options;
  if (provider !== undefined) {
    try {
      report.models(await modelsAt(provider, baseUrl ?? usualAddress(provider), run));
      return EXIT.ok;
    } catch (error) {
      if (!(error instanceof ProviderError) || run.signal.aborted) throw error;
      return tellFailure(error, { provider, baseUrl: baseUrl ?? usualAddress(provider) }, run);
    }
  }
  const looks = await Promise.allSettled(
    [...localServers.values()].map((server) =>
      modelsAt(server.provider, usualAddress(server.provider), run)
    ),
  );
  run.signal.throwIfAborted();
  const places = looks.flatMap((look) => look.status === "fulfilled" ? [look.value] : []);
  for (const place of places) report.models(place);
  if (places.some(({ models }) => models.length > 0)) return EXIT.ok;
  report.note(await howToGetAnAnswer());
  return EXIT.noMatch;
}

async function modelsAt(
  provider: LLMProviderId,
  baseUrl: string,
  { lookUp, signal }: SearchRun,
): Promise<ModelPlace> {
  const known = localServers.get(provider);
  if (known !== undefined) {
    const { server, models } = await lookUp(known, baseUrl, signal);
    return { provider, name: server.name, baseUrl, models };
  }
  const models = await getProviderById(provider).models({ baseUrl, apiKey: readKey() }, { signal });
  return { provider, name: provider === "webllm" ? "WebLLM" : "remote", baseUrl, models };
}

function tellFailure(
  error: ProviderError,
  { provider, baseUrl }: { provider: LLMProviderId; baseUrl: string },
  { report }: SearchRun,
): number {
  const { definition } = getProviderById(provider);
  const host = hostOf(baseUrl);
  const explanation = error.status === 404
    ? { message: `${host} does not list its models.` }
    : explainHere(error, { definition, name: "remote", baseUrl, model: "its models" });
  report.failure(explanation ?? { message: error.message });
  return EXIT.failed;
}
