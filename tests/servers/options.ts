// Copyright 2026 the Rivulet authors. MIT license.

import { parseArgs } from "node:util";

/** What the run is to do. */
export interface Options {
  readonly ollama?: string | undefined;
  readonly openai?: string | undefined;
  readonly key?: string | undefined;
  readonly chatModel?: string | undefined;
  readonly embeddingModel?: string | undefined;
  readonly thinkingModel?: string | undefined;
  readonly ollamaStart?: string | undefined;
  readonly openaiStart?: string | undefined;
  /** Only the checks with these words in their names. */
  readonly only: readonly string[];
}

const USAGE =
  "deno task test:servers, test:servers:start or test:servers:remote, with [--ollama ADDRESS] " +
  "[--openai ADDRESS] [--key KEY] [--chat-model NAME] [--embedding-model NAME] " +
  "[--thinking-model NAME] [--ollama-start COMMAND] [--openai-start COMMAND] [--only WORDS]";

/** Reads the flags. Throws with the usage where nothing is asked for. */
export function readOptions(args: readonly string[]): Options {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ollama: text,
      openai: text,
      key: text,
      "chat-model": text,
      "embedding-model": text,
      "thinking-model": text,
      "ollama-start": text,
      "openai-start": text,
      only: { type: "string", multiple: true, default: [] },
    },
  });
  if (values.ollama === undefined && values.openai === undefined) throw new TypeError(USAGE);
  return {
    ollama: withoutSlash(values.ollama),
    openai: withoutSlash(values.openai),
    key: values.key,
    chatModel: values["chat-model"],
    embeddingModel: values["embedding-model"],
    thinkingModel: values["thinking-model"],
    ollamaStart: values["ollama-start"],
    openaiStart: values["openai-start"],
    only: values.only,
  };
}

function withoutSlash(address: string | undefined): string | undefined {
  return address?.replace(/\/+$/, "").replace(/\/v1$/, "");
}
