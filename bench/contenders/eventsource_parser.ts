// Copyright 2026 the Rivulet authors. MIT license.

import { createParser, type EventSourceParser } from "eventsource-parser";
import type { Contender } from "../contender.ts";
import { requestCompletion } from "./_completion.ts";

const BUFFER_SIZE = 16 * 1024;

export const contender: Contender = {
  async ask(question) {
    const { body } = await requestCompletion(question);
    const parser = parserOf(question);
    const reader = body!.getReader();
    const decoder = new TextDecoder();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parser.feed(decoder.decode(read.value, { stream: true }));
    }
  },
};

/** On a reader of the caller's own that fills one memory, which no readme shows. */
export const byob: Contender = {
  async ask(question) {
    const { body } = await requestCompletion(question);
    const parser = parserOf(question);
    const reader = body!.getReader({ mode: "byob" });
    const decoder = new TextDecoder();
    let buffer = new ArrayBuffer(BUFFER_SIZE);
    while (true) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) break;
      buffer = value.buffer;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  },
};

function parserOf({ onToken }: { onToken: (token: string) => void }): EventSourceParser {
  return createParser({
    onEvent({ data }) {
      if (data === "[DONE]") return;
      const token = JSON.parse(data).choices[0]?.delta.content;
      if (token) onToken(token);
    },
  });
}
