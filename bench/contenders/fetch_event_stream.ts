// Copyright 2026 the Rivulet authors. MIT license.

import { events } from "fetch-event-stream";
import type { Contender } from "../contender.ts";
import { requestCompletion } from "./_completion.ts";

export const contender: Contender = {
  async ask(question) {
    for await (const { data } of events(await requestCompletion(question))) {
      if (data === undefined || data === "[DONE]") continue;
      const token = JSON.parse(data).choices[0]?.delta.content;
      if (token) question.onToken(token);
    }
  },
};
