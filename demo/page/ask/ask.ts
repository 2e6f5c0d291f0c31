// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "../../stars/repository.ts";
import { buildPrompt, buildSnippet } from "../../stars/snippet.ts";
import { previewRequest, type SentRequest } from "../answer/sent_request.ts";
import type { EngineChoice } from "../engines/engine_choice.ts";
import type { Readmes } from "../readmes/readmes.ts";
import type { Matches } from "../search/searcher.ts";

/** A question on its way to an answer. */
export interface Ask {
  readonly question: string;
  readonly matches: Matches;
  readonly choice: EngineChoice & { readonly model: string };
  readonly apiKey: string | undefined;
  readonly request: { prompt: string; contextSnippets: string[] };
  readonly sent: SentRequest;
  readonly allowModelDownload: boolean;
}

/**
 * What is sent for a question with its matches. Rejects with a ProviderError where the
 * configuration does not make a request.
 */
export async function composeAsk(
  ask: Omit<Ask, "request" | "sent">,
  { countsAsOf }: Collection,
  readmes: Pick<Readmes, "proseOf">,
): Promise<Ask> {
  const request = {
    prompt: buildPrompt(ask.question),
    contextSnippets: ask.matches.repositories.map((match) =>
      buildSnippet(match, { countsAsOf, readme: readmes.proseOf(match.fullName) })
    ),
  };
  const { choice: { definition: { id }, baseUrl, model }, apiKey } = ask;
  const sent = await previewRequest(id, { baseUrl, model, apiKey }, request);
  return { ...ask, request, sent };
}
