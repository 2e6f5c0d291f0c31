// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertStrictEquals } from "@std/assert";
import { formatProviderError, getProviderById } from "@rivulet/llm";
import { Random } from "./fuzz/random.ts";
import { configFor, requestFor } from "./support/ask.ts";
import { stubFetch, stubResponse } from "./support/stub_response.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+/=$&()[]{}*?^|";

function randomKey(random: Random): string {
  return "sk-" +
    Array.from({ length: 8 + random.below(60) }, () => random.pick([...ALPHABET])).join("");
}

/** An answer that repeats the key wherever a server can put words. */
function leakyResponse(random: Random, key: string): Response {
  const words = random.pick([
    `Incorrect API key: ${key}`,
    key,
    `${key}${key}`,
    `Bearer ${key} is wrong`,
  ]);
  const body = random.pick([
    { error: words },
    { error: { message: words, code: 1 } },
    { error: { code: words } },
    { message: words },
    { detail: words },
    { detail: [{ msg: words }, { msg: "other" }] },
    [{ error: { message: words } }],
  ]);
  const json = JSON.stringify(body);
  const data = random.pick([`data: ${json}\n\n`, json, `error: ${json}\n`, `error: ${words}\n`]);
  switch (random.below(4)) {
    case 0:
      return new Response(json, { status: 400 + random.below(200) });
    case 1:
      return new Response("", {
        status: 307,
        headers: {
          location: `https://x.example/?key=${random.pick([key, encodeURIComponent(key)])}`,
        },
      });
    case 2:
      return stubResponse({ chunks: [data], end: random.pick(["close", "reset"]) });
    default:
      return new Response(`<!doctype html><title>${key}</title>`);
  }
}

/** All that can be shown of an error, its causes included. */
function textsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const shown = [
    error.message,
    error.stack ?? "",
    String(error),
    Deno.inspect(error),
    JSON.stringify(error),
  ];
  const own = JSON.stringify(
    Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name))),
  );
  return [
    ...shown,
    own,
    formatProviderError(error, "remote"),
    ...error.cause ? textsOf(error.cause) : [],
  ];
}

Deno.test("no error of 1,000 random failures holds the API key", async () => {
  const { stream } = getProviderById("standard-compatible");
  let failures = 0;
  for (let seed = 0; seed < 1000; seed++) {
    const random = new Random(seed);
    const key = randomKey(random);
    const isMalformed = random.once(6);
    const config = random.once(4)
      ? { apiKey: "placeholder-1", headers: { "x-api-key": key } }
      : { apiKey: isMalformed ? `${key}\u2014` : ` ${key}\n` };
    const baseUrl = random.pick([
      "https://api.example",
      "https://api.example",
      `ftp://${key}`,
      `https://u:${key}@x`,
    ]);
    const fetch = random.once(8)
      ? () => Promise.reject(new TypeError("Failed to fetch"))
      : stubFetch(() => leakyResponse(random, key));
    const answer = stream(
      configFor("standard-compatible", { ...config, baseUrl, fetch }),
      requestFor(),
    );
    const error = await answer.then(() => undefined, (error) => error);
    if (error === undefined) continue;
    failures++;
    const forms = [
      key,
      encodeURIComponent(key),
      encodeURI(key),
      new URL(`?${key}`, "http://x").search.slice(1),
    ];
    for (const text of textsOf(error)) {
      assert(!forms.some((form) => text.includes(form)), `seed ${seed}: ${text}`);
    }
  }
  assertStrictEquals(failures > 800, true, `only ${failures} failures`);
});
