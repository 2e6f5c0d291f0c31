// Copyright 2026 the Rivulet authors. MIT license.

import { formatProviderError, type LLMProviderConfig } from "@rivulet/llm";
import { askProvider, methods } from "../../support/ask.ts";
import { stubResponse } from "../../support/stub_response.ts";
import type { Random } from "../random.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+/=$&()[]{}*?^|";

export function randomKey(random: Random): string {
  const length = 8 + random.below(60);
  return `sk-${Array.from({ length }, () => random.pick([...ALPHABET])).join("")}`;
}

function same(character: string): string {
  return character;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

function unicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** What a fetch of the caller's own may throw: it was handed everything. */
function ownError(random: Random, key: string): unknown {
  const cause = new Error(`could not send ${key}`);
  return random.pick([
    cause,
    new TypeError("Failed to fetch", { cause }),
    Object.assign(new Error("refused"), {
      config: { headers: { authorization: `Bearer ${key}` } },
    }),
    Object.assign(new Error("refused"), { request: new Request(`https://x.example/?key=${key}`) }),
    Object.assign(new Error("refused"), { [Symbol("options")]: [key] }),
    new AggregateError([cause], "all failed"),
    `could not send ${key}`,
    { message: "refused", options: { key } },
  ]);
}

/** An answer that repeats the key wherever a server can put words, or a failure of the network. */
function leak(random: Random, key: string): Promise<Response> {
  if (random.once(4)) return Promise.reject(ownError(random, key));
  const words = random.pick([
    `Incorrect API key: ${key}`,
    key,
    key + key,
    `Bearer ${key} is wrong`,
  ]);
  const json = JSON.stringify(
    random.pick([
      ...[{ error: words }, { error: { message: words, code: 1 } }, { error: { code: words } }],
      ...[{ message: words }, { detail: words }, { detail: [{ msg: words }, { msg: "other" }] }],
      [{ error: { message: words } }],
    ]),
    null,
    random.pick([0, 1]),
  ).replace(/[+/&]/g, random.pick([same, percent, unicode]));
  const data = random.pick([`data: ${json}\n\n`, json, `error: ${json}\n`, `error: ${words}\n`]);
  const location = `https://x.example/?key=${random.pick([key, encodeURIComponent(key)])}`;
  return Promise.resolve(
    random.pick([
      () => new Response(json, { status: 400 + random.below(200) }),
      () => new Response("", { status: 307, headers: { location } }),
      () => stubResponse({ chunks: [data], end: random.pick(["close", "reset"]) }),
      () => new Response(`<!doctype html><title>${key}</title>`),
    ])(),
  );
}

/** A configuration with a key in one of the places that keys are put, or put by mistake. */
function leakyConfig(random: Random, key: string): Partial<LLMProviderConfig> {
  const malformed = random.pick([`${key}\u2014`, `${key}\n${key}`]);
  const header = random.pick([
    "x-api-key",
    "X-Auth-Token",
    "Cookie",
    "X-Title",
    "OpenAI-Organization",
  ]);
  if (random.once(5)) {
    return { baseUrl: `https://api.example/v1?x=1&code=${encodeURIComponent(key)}`, apiKey: "p-1" };
  }
  const baseUrl = random.once(3)
    ? random.pick([`ftp://${key}`, `https://u:${key}@x`, `https://${key}@x`, key, `x y ${key}`])
    : "https://api.example";
  return random.once(4)
    ? { baseUrl, apiKey: "placeholder-1", headers: { [header]: random.once(6) ? malformed : key } }
    : { baseUrl, apiKey: random.once(6) ? malformed : ` ${key}\n` };
}

/** All that can be shown of an error, its causes included. */
function textsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const fields = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)));
  return [
    ...[error.message, error.stack ?? "", `${error}`, Deno.inspect(error), JSON.stringify(error)],
    ...[JSON.stringify(fields)],
    ...[formatProviderError(error, "remote"), formatProviderError(error, "local")],
    ...error.cause ? textsOf(error.cause) : [],
  ];
}

/** What an error shows of a key, as it is or in any spelling of addresses and JSON. */
export function textThatShows(key: string, error: unknown): string | undefined {
  const inAddress = new URL(`?${key}`, "http://x").search.slice(1);
  const forms = [key, encodeURIComponent(key), encodeURI(key), inAddress];
  return textsOf(error).find((text) => {
    const plain = text.replace(
      /(?:%|\\u00)([\da-f]{2})/gi,
      (_, code) => String.fromCharCode(parseInt(code, 16)),
    );
    return forms.some((form) => text.includes(form)) || plain.includes(key);
  });
}

/** Plants a key in a configuration, and tells where an error of the answer shows it. */
export async function checkPlanted(random: Random): Promise<string | undefined> {
  const key = randomKey(random);
  const config = { ...leakyConfig(random, key), fetch: () => leak(random, key) };
  const method = random.pick(methods);
  const { error } = await askProvider("standard-compatible", config, { method });
  const shown = error === undefined ? undefined : textThatShows(key, error);
  return shown && `an error shows the planted key ${key}: ${shown}`;
}
