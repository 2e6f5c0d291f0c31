// Copyright 2026 the Rivulet authors. MIT license.

import { argv, stdout } from "node:process";
import { formatProviderError, getProviderById, type LLMFinish, ProviderError } from "@rivulet/llm";
import { topK } from "@rivulet/llm/embedding";
import type { LLMProviderConfig } from "@rivulet/llm/providers";

const config: LLMProviderConfig = { baseUrl: argv[2] ?? "", model: "m" };
const provider = getProviderById("local-b");
let finish: LLMFinish | undefined;
try {
  await provider.stream(config, {
    prompt: "Hello?",
    contextSnippets: topK([1], [[1]], 1).map(({ score }) => `score ${score}`),
    signal: new AbortController().signal,
    onToken: (token) => void stdout.write(token),
    onFinish: (summary) => finish = summary,
  });
  if (finish?.endedBy !== "marker") throw new Error("Expected an end marker");
} catch (error) {
  const code = error instanceof ProviderError ? error.code : "none";
  stdout.write(`${code}: ${formatProviderError(error, provider.definition.kind)}`);
}
