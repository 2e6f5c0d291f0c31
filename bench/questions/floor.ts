// Copyright 2026 the Rivulet authors. MIT license.

// The same with fetch alone.

import { ANSWER, askedAt, tell } from "./told.ts";

const body = { model: "m", stream: true, messages: [{ role: "user", content: "Q" }] };
const begin = askedAt();
const response = await fetch(`${Deno.args[0]}/v1/chat/completions`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
const reader = response.body!.getReader({ mode: "byob" });
const { value } = await reader.read(new Uint8Array(16 * 1024));
const [line = ""] = new TextDecoder().decode(value).split("\n");
tell(begin, JSON.parse(line.slice(6)).choices[0].delta.content === ANSWER);
await reader.cancel();
