// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMStreamRequest } from "@rivulet/llm/providers";
import { composeRequest } from "../../stars/compose_request.ts";
import { buildSnippet } from "../../stars/snippet.ts";
import { historyOf } from "./history.ts";
import { previewRequest } from "./sent_request.ts";
import type { SentRequest } from "../state/sent_request.ts";
import type { Target } from "../state/target.ts";
import type { Asked } from "../state/asked.ts";
import { proseOf, type ReadmesState } from "../state/readmes_state.ts";

/** What goes to a model, whichever it is. */
export type ModelRequest = Pick<LLMStreamRequest, "prompt" | "contextSnippets" | "history">;

/** A question that can be sent. */
export interface Ask {
  readonly asked: Asked;
  readonly choice: Target & { readonly model: string };
  readonly apiKey: string | undefined;
  readonly request: ModelRequest;
  readonly sent: SentRequest;
}

/**
 * What is sent for a question with its matches. Rejects with a ProviderError where the
 * configuration does not make a request.
 */
export async function composeAsk(
  ask: Omit<Ask, "request" | "sent">,
  readmes: ReadmesState,
): Promise<Ask> {
  const { asked: { question, matches, countsAsOf }, choice, apiKey } = ask;
  const snippets = (matches.peek()?.repositories ?? []).map((match) =>
    buildSnippet(match, { countsAsOf, readme: proseOf(readmes, match.fullName) })
  );
  const goesOn = ask.asked.before !== undefined;
  const request = {
    ...composeRequest(question, snippets, { goesOn }),
    ...(goesOn && { history: historyOf(ask.asked).messages }),
  };
  const { definition: { id }, baseUrl, model } = choice;
  const sent = await previewRequest(id, { baseUrl, model, apiKey }, request);
  return { ...ask, request, sent };
}
