// Copyright 2026 the Rivulet authors. MIT license.

import { checkRole } from "./check_role.ts";
import type { LLMMessage, LLMTokenRequest, ProviderMessage } from "./types.ts";
import { wellFormed } from "./well_formed.ts";

/** How many context snippets a request carries at most. */
export const TOP_K_LIMIT = 8;

const SYSTEM_PROMPT =
  "You are a recommendation assistant for the user's starred code repositories. " +
  "Use only the context that comes with the question, and say so when it does not hold an answer. Be concise.";

/**
 * Builds the messages that every provider sends: the instruction, what was said before, then the
 * question with its context. For a preview of what a request will send, or for a provider of your
 * own.
 *
 * Messages of the history without text and without images are left out. Two messages of one role in a
 * row, such as two questions after a stop, are joined by a blank line: the templates of many models
 * refuse them. If the last message is the user's, it joins the question. Half of a UTF-16 pair
 * becomes U+FFFD, because servers refuse it.
 *
 * @param request The question, its snippets, what was said before, and the instruction, if it
 * replaces the built-in one.
 * @returns A message of the role `system`, unless `systemPrompt` is empty, the history, and a
 * message of the role `user`. Throws a {@linkcode ProviderError} of code `config` for a history with
 * another role.
 *
 * @example Show what will be sent
 * ```ts
 * import { buildMessages } from "@rivulet/llm";
 *
 * const messages = buildMessages({ prompt: "Which one?", contextSnippets: ["owner/name"] });
 * console.log(messages[1]?.content); // Which one?, a blank line, Context 1: and the snippet
 * ```
 */
export function buildMessages(
  request: Pick<
    LLMTokenRequest,
    "prompt" | "contextSnippets" | "systemPrompt" | "history" | "images"
  >,
): ProviderMessage[] {
  const { systemPrompt = SYSTEM_PROMPT, history, images } = request;
  const content = `${request.prompt}\n\n${buildContext(request.contextSnippets ?? [])}`;
  const question: LLMMessage = { role: "user", content, images: images ?? [] };
  return [
    ...(systemPrompt?.trim() ? [{ role: "system" as const, content: systemPrompt }] : []),
    ...history ? joinNeighbours([...history.filter(saysSomething), question]) : [question],
  ].map(withoutHalves);
}

function buildContext(snippets: readonly string[]): string {
  return snippets
    .slice(0, TOP_K_LIMIT)
    .map((snippet, index) => `Context ${index + 1}:\n${snippet}`)
    .join("\n\n");
}

function saysSomething({ content, images }: LLMMessage): boolean {
  return content.trim() !== "" || (images ?? []).length > 0;
}

function joinNeighbours(messages: readonly LLMMessage[]): LLMMessage[] {
  const joined: LLMMessage[] = [];
  for (const { role, content, images } of messages) {
    // Here once more: whoever made the message may give another role at a second look.
    checkRole(role);
    const last = joined.at(-1);
    if (last?.role !== role) {
      joined.push({ role, content, images: images ?? [] });
    } else {
      last.content = [last.content, content].filter((text) => text.trim() !== "").join("\n\n");
      last.images = [...last.images ?? [], ...images ?? []];
    }
  }
  return joined;
}

/** A message whose texts any server takes; one without images has no such field. */
function withoutHalves({ role, content, images = [] }: ProviderMessage): ProviderMessage {
  const text = wellFormed(content);
  return images.length === 0 ? { role, content: text } : { role, content: text, images };
}
