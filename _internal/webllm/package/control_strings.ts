// Copyright 2026 the Rivulet authors. MIT license.

// A fault of the engine up to 0.2.86: it puts messages and template into one text and tokenizes
// that, so that `<|im_end|>` in a message ends the turn, and what follows can begin another one.

import type { CompletionMessage } from "../../core/completion_messages.ts";
import { type EngineRequest, type ModuleEngine, templateOf, tokenizerOf } from "./engine_module.ts";

/** The form that most templates use, whatever the name is; some with wide bars. */
const ANY_TEMPLATE = /<[|｜][^<>\s]{1,40}[|｜]>/g;

/** What steers the model in a text of its template: `<start_of_turn>`, `[INST]`. */
const MARK = /<[^<>\s]{1,60}>|\[[^[\]\s]{1,60}\]/g;

/** The request with no control string of the model's template in what people and snippets say. */
export function withoutControlStrings(engine: ModuleEngine, request: EngineRequest): EngineRequest {
  const marks = controlStrings(engine, request.model);
  const messages = request.messages.map((message): CompletionMessage => {
    // The instruction is the app's own.
    if (message.role === "system") return message;
    return { ...message, content: broken(message.content, marks) };
  });
  return { ...request, messages };
}

/** A text or its parts, among them images. */
function broken(
  content: CompletionMessage["content"],
  marks: readonly string[],
): CompletionMessage["content"] {
  if (typeof content === "string") return brokenText(content, marks);
  return content.map((part) =>
    part.type === "text" ? { ...part, text: brokenText(part.text, marks) } : part
  );
}

function brokenText(text: string, marks: readonly string[]): string {
  return marks.reduce(
    (rest, mark) => rest.replaceAll(mark, () => apart(mark)),
    text.replace(ANY_TEMPLATE, apart),
  );
}

/** With a blank in it a control string is letters like others; a sign nobody sees may be dropped. */
function apart(mark: string): string {
  return `${mark[0]} ${mark.slice(1)}`;
}

function controlStrings(engine: ModuleEngine, model: string): string[] {
  const template = templateOf(engine, model);
  const tokenizer = tokenizerOf(engine, model);
  const ids = [...template.stop_token_ids ?? [], ...template.system_prefix_token_ids ?? []];
  const texts = [
    template.system_template?.replace("{system_message}", " ") ?? "",
    ...Object.values(template.roles ?? {}),
    ...Object.values(template.role_templates ?? {}),
    ...template.seps ?? [],
    ...template.stop_str ?? [],
    ...ids.map((id) => tokenizer?.idToToken?.(id) ?? ""),
  ];
  return [...new Set(texts.flatMap((text) => text.match(MARK) ?? []))];
}
