// Copyright 2026 the Rivulet authors. MIT license.

// A program with little permission: it asks the target in its argument, and prints what comes.

import { clientOf } from "./embedding.ts";
import { configOf, providerOf, type Target } from "./target.ts";

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const target: Target = JSON.parse(Deno.args[0] ?? "");
const request = { prompt: "Why is the sky blue?" };
for await (const token of providerOf(target).tokens(configOf(target, 8), request)) {
  await print(token);
}
if (target.kind === "ollama" && target.embeddingModel !== undefined) {
  const [vector] = await clientOf(target).embedBatch(["The sky is blue."]);
  await print(`, and a vector of ${vector?.length} numbers`);
}
