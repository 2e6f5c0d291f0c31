// Copyright 2026 the Rivulet authors. MIT license.

import { createParser } from "eventsource-parser";
import type { Contender } from "../contender.ts";
import { requestCompletion } from "./_completion.ts";

export const contender: Contender = {
  async ask(question) {
    const { body } = await requestCompletion(question);
    const parser = createParser({
      onEvent({ data }) {
        if (data === "[DONE]") return;
        const token = JSON.parse(data).choices[0]?.delta.content;
        if (token) question.onToken(token);
      },
    });
    const reader = body!.getReader();
    const decoder = new TextDecoder();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parser.feed(decoder.decode(read.value, { stream: true }));
    }
  },
};
