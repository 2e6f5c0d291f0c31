// Copyright 2026 the Rivulet authors. MIT license.

// What a server answers to the examples of the docs, whichever of the protocols they speak.

/** An answer of status 200. */
export interface ExampleAnswer {
  readonly type: string;
  /** The parts that leave one by one. */
  readonly chunks: readonly string[];
}

/** The token of every answer. */
export const TOKEN = "Hi";

/** The vector of a text: it tells how long the text is. */
export function vectorOf({ length }: string): number[] {
  return [1, 1 / length];
}

const answers: Readonly<Record<string, (body: string) => ExampleAnswer>> = {
  "/api/chat": () => ({
    type: "application/x-ndjson",
    chunks: [`{"message":{"content":"${TOKEN}"}}\n`, '{"done":true}\n'],
  }),
  "/v1/chat/completions": () => ({
    type: "text/event-stream",
    chunks: [`data: {"choices":[{"delta":{"content":"${TOKEN}"}}]}\n\n`, "data: [DONE]\n\n"],
  }),
  "/api/tags": () => json({ models: [{ name: "all-minilm" }] }),
  "/v1/models": () => json({ data: [{ id: "local-model" }] }),
  "/api/embed": (body) => {
    const { input }: { input: string[] } = JSON.parse(body);
    return json({ embeddings: input.map(vectorOf) });
  },
  "/v1/embeddings": (body) => {
    const { input }: { input: string[] } = JSON.parse(body);
    return json({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) });
  },
};

/** A folder in front of the API, as services have one: `/openai/v1/…`, `/api/v1/…`. */
const FOLDER = /^\/[a-z]+(?=\/v1\/)/;

/** The answer to a request, or undefined where the path is no such server's, letter by letter. */
export function answerTo(path: string, body: string): ExampleAnswer | undefined {
  return answers[path.replace(FOLDER, "")]?.(body);
}

function json(value: unknown): ExampleAnswer {
  return { type: "application/json", chunks: [JSON.stringify(value)] };
}
