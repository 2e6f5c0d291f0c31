// Copyright 2026 the Rivulet authors. MIT license.

// One program that asks many servers, so that few processes are needed.

import { TOKEN, vectorOf } from "../support/example_answers.ts";

/** What is asked of a server. */
export interface Question {
  readonly verb: keyof typeof VERBS;
  readonly baseUrl: string;
}

/** A text that must not leave this computer. */
const TEXT = "private";

const VERBS = {
  ollama: `(baseUrl) => chat(ollama, { baseUrl, model: "m" })`,
  lmStudio: `(baseUrl) => chat(lmStudio, { baseUrl, model: "m" })`,
  embed: `async (baseUrl) => {
    const client = new OllamaEmbeddingClient({ baseUrl, model: "m", timeoutMs: 20_000 });
    return JSON.stringify((await client.embedBatch(["${TEXT}"])).map((vector) => [...vector]));
  }`,
} as const;

/** What a question is answered with. */
export function rightAnswer({ verb }: Question): string {
  // Vectors are of 32 bits.
  return verb === "embed" ? JSON.stringify([[...Float32Array.from(vectorOf(TEXT))]]) : TOKEN;
}

/** A program that asks one question after another, and prints the answers or their errors as JSON. */
export function programOf(questions: readonly Question[]): string {
  const verbs = Object.entries(VERBS).map(([verb, code]) => `  ${verb}: ${code},\n`);
  return `import { lmStudio, ollama, OllamaEmbeddingClient } from "@rivulet/llm";

async function chat(provider, config) {
  let text = "";
  for await (const token of provider.tokens(config, { prompt: "${TEXT}" })) text += token;
  return text;
}

const verbs = {
${verbs.join("")}};

const answers = [];
for (const { verb, baseUrl } of ${JSON.stringify(questions)}) {
  try {
    answers.push(await verbs[verb](baseUrl));
  } catch (error) {
    answers.push(\`\${error.name} \${error.code}: \${error.message}\`);
  }
}
console.log(JSON.stringify(answers));
`;
}
