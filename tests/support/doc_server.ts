// Copyright 2026 the Rivulet authors. MIT license.

// Preloaded for the examples of the docs: answers in place of the servers that they ask, so that
// every example runs.

import { answerTo } from "./example_answers.ts";
import { stubFetch } from "./stub_response.ts";

globalThis.fetch = stubFetch((url, { body }) => {
  const answer = answerTo(new URL(url).pathname, String(body ?? ""));
  if (answer === undefined) return new Response("", { status: 404 });
  return new Response(answer.chunks.join(""), { headers: { "content-type": answer.type } });
});

// Chrome's built-in model, for the example of a provider of one's own.
Object.defineProperty(globalThis, "LanguageModel", {
  value: {
    create: () =>
      Promise.resolve({
        promptStreaming: () => ReadableStream.from(["Hi"]),
        destroy: () => {},
      }),
  },
});
