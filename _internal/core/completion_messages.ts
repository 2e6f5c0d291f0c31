// Copyright 2026 the Rivulet authors. MIT license.

import type { ProviderMessage } from "./types.ts";

/** A message of the chat completions protocol: its images are parts of the content. */
export interface CompletionMessage {
  readonly role: ProviderMessage["role"];
  readonly content: string | readonly ContentPart[];
}

type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** Messages as chat completions have them. */
export function completionMessages(messages: readonly ProviderMessage[]): CompletionMessage[] {
  return messages.map(({ role, content, images = [] }) => ({
    role,
    content: images.length === 0 ? content : [
      { type: "text", text: content },
      ...images.map((url) => ({ type: "image_url" as const, image_url: { url } })),
    ],
  }));
}
