// Copyright 2026 the Rivulet authors. MIT license.

import { parseArgs } from "node:util";

/** What the run is to do. */
export interface Options {
  readonly ollama?: string | undefined;
  readonly openai?: string | undefined;
  readonly key?: string | undefined;
  /** What the second server wants beside a key. */
  readonly headers: Readonly<Record<string, string>>;
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
  "[--openai ADDRESS] [--key KEY] [--header NAME:VALUE] [--chat-model NAME] [--embedding-model NAME] " +
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
      header: { type: "string", multiple: true, default: [] },
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
    headers: Object.fromEntries(values.header.map(readHeader)),
    chatModel: values["chat-model"],
    embeddingModel: values["embedding-model"],
    thinkingModel: values["thinking-model"],
    ollamaStart: values["ollama-start"],
    openaiStart: values["openai-start"],
    only: values.only,
  };
}

/** Whether a person has named a model, so that no list is needed. */
export function isModelNamed({ chatModel, embeddingModel }: Options): boolean {
  return (chatModel ?? embeddingModel) !== undefined;
}

function readHeader(text: string): [string, string] {
  const place = text.indexOf(":");
  if (place < 1) throw new TypeError(`Write --header as NAME:VALUE, not "${text}"`);
  return [text.slice(0, place).trim(), text.slice(place + 1).trim()];
}

function withoutSlash(address: string | undefined): string | undefined {
  return address?.replace(/\/+$/, "").replace(/\/v1$/, "");
}
