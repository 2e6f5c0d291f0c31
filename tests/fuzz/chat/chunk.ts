// Copyright 2026 the Rivulet authors. MIT license.

import type { Random } from "../random.ts";

/** A JSON text of an answer, and what it says. */
export interface Chunk {
  json: string;
  token: string;
  reasoning: string;
}

/** A value in a message as JSON, and the text that it stands for. */
type Spelled = [json: string, text: string];

const TEXTS = [
  "a",
  "Hello ",
  "\n",
  "🌍",
  "é",
  "[DONE]",
  "data: ",
  'data: {"choices":[{"delta":{"content":"x"}}]}',
  "\u2028",
  "</think>",
  '"',
  "\\",
  '\\"}]}{',
  "Infinity",
  // Halves of an emoji.
  "\ud83c",
  "\udf0d",
  "\udf0dz\ud83c",
  "",
  "x".repeat(90),
];

const SCALARS = ["0", "1", "-1", "0.50", "1e3", "1E+2", "-0", "1e400", "true", "false"];

/** What says nothing beside a text. */
const SILENT = [
  '"error":null',
  '"error":[]',
  '"error":{"message":"","code":null}',
  '"error":{}',
  '"base_resp":{"status_code":0}',
  '"model":"m"',
  '"created":1',
  '"code":200',
  '"error":{"code":"0","message":"success"}',
  '"error":"none"',
  '"logprob":-Infinity',
  '"p":[NaN,Infinity,"NaN"]',
];

/** A chunk of either protocol, or a whole answer; some say nothing. */
export function randomChunk(random: Random): Chunk {
  const { fields, token, reasoning } = message(random);
  const json = `{${random.once(6) ? `"role":"assistant",` : ""}${fields.join()}}`;
  const members = [random.pick([
    `"choices":[{"index":0,"delta":${json},"finish_reason":null}]`,
    `"choices":[{"delta":${json}}]`,
    `"choices":[{"delta":${json},"finish_reason":"stop"},{"delta":{"content":"other"}}]`,
    `"choices":[{"message":${json}}]`,
    `"message":${json},"done":false`,
    `"message":${json}`,
  ])];
  if (random.once(5)) members.splice(random.below(2), 0, random.pick(SILENT));
  if (!random.once(12)) return { json: `{${members.join()}}`, token, reasoning };
  const [text, spelled] = contentOf(random);
  return random.pick([
    { json: `{"response":${text},"done":false}`, token: spelled, reasoning: "" },
    { json: '{"choices":[]}', token: "", reasoning: "" },
    { json: '{"choices":[],"usage":{"prompt_tokens":1}}', token: "", reasoning: "" },
    { json: '{"message":{"role":"assistant"}}', token: "", reasoning: "" },
  ]);
}

function message(random: Random): Omit<Chunk, "json"> & { fields: string[] } {
  const [content, token] = contentOf(random);
  const fields = [`"content":${content}`];
  if (!random.once(5)) return { fields, token, reasoning: "" };
  if (random.once(4)) {
    const [thinking, reasoning] = scalar(random);
    const part = `{"type":"thinking","thinking":[{"type":"text","text":${thinking}}]}`;
    return { fields: [`"content":[${part},{"text":${content}}]`], token, reasoning };
  }
  // A truth value there may be a setting.
  const [json, reasoning] = random.once(6) ? ["0.50", "0.50"] : spell(random.pick(TEXTS));
  const name = random.pick(["reasoning", "reasoning_content", "thinking"]);
  fields.splice(random.below(2), 0, `"${name}":${json}`);
  return { fields, token, reasoning };
}

function contentOf(random: Random): Spelled {
  if (random.once(30)) return ["null", ""];
  if (!random.once(15)) return scalar(random);
  const [[first, before], [second, behind]] = [scalar(random), scalar(random)];
  return [`[{"type":"text","text":${first}},{"text":${second}}]`, before + behind];
}

function scalar(random: Random): Spelled {
  const spelled = random.pick(SCALARS);
  return random.once(8) ? [spelled, spelled] : spell(random.pick(TEXTS));
}

function spell(text: string): Spelled {
  return [JSON.stringify(text), text];
}
