// Copyright 2026 the Rivulet authors. MIT license.

import { concatenate } from "../../support/bytes.ts";
import type { Random } from "../random.ts";
import { randomChunk } from "./chunk.ts";
import { lineEnd, printed, reorderedEvent, splitEvent, type Style, writeChunks } from "./write.ts";

const GARBAGE = [
  "{",
  '{"choices":[',
  '{"choices":[{"delta":{"content":"cut',
  "]}",
  "null",
  "1",
  "[]",
  "{}",
  '"text"',
  '{"choices":[]}',
  '{"choices":[{"delta":null}]}',
  '{"message":{}}',
  "not json",
  "<html>",
  "\ufeff",
  "}",
  "[",
  "[{}]",
  "[INFO] ready",
  "data: {",
];

/** What looks like a failure and is none. */
const HARMLESS = [
  '{"error":null}',
  '{"error":[]}',
  '{"error":" "}',
  '{"error":{"message":"","code":null}}',
  '{"base_resp":{"status_code":0}}',
  '{"base_resp":{"status_code":"0","status_msg":"success"}}',
  '{"message":"only"}',
  '{"details":"only"}',
  '{"code":0,"message":"ok"}',
  '{"code":"200","message":"ok"}',
  '{"error_code":17,"error_msg":"ok"}',
  '{"status":"error"}',
  '{"detail":"","errors":[]}',
  '{"error":"none"}',
  '{"error":{"code":200,"message":"OK"}}',
  '{"code":"000000","message":"success"}',
  '{"p":NaN}',
  '{"x_groq":{"id":"r","error":null}}',
  '{"choices":null,"error_message":""}',
  '{"type":"response.completed","response":{"error":null}}',
  '{"type":"ping","code":"PING","message":"keep-alive"}',
  '{"errcode":0,"errmsg":"fine"}',
  '{"status":"ok","detail":"rebuilt"}',
  '{"success":true,"message":"saved"}',
];

const FAILURES = [
  '{"error":"x"}',
  '{"error":true,"message":"x"}',
  '{"error":{"message":"y"}}',
  '{"error":{"code":7}}',
  '{"error":{}}',
  '[{"error":"z"}]',
  '{"success":false,"errors":[{"message":"v"}]}',
  '{"success":false}',
  '{"choices":[],"x_groq":{"error":"g"}}',
  '{"type":"response.failed","response":{"error":{"message":"r"}}}',
  '{"type":"response.incomplete","response":{"incomplete_details":{"reason":"i"}}}',
  '{"choices":null,"error_type":"T","error_message":"n"}',
  '{"choices":null,"message":"n"}',
  '{"ok":false,"description":"o"}',
  '{"err":"e"}',
  '{"resultCode":"40013","resultMsg":"s"}',
  '{"status":"failed","message":"f"}',
  '{"error":{"status":false,"message":"b"}}',
  '{"errors":["s"]}',
  '{"detail":"w"}',
  '{"detail":[{"loc":["body","n"],"msg":"w"}]}',
  '{"base_resp":{"status_code":1,"status_msg":"u"}}',
  '{"choices":[],"base_resp":{"status_code":1008}}',
  '{"choices":[{"delta":{"content":"t"},"finish_reason":"error"}]}',
  '{"choices":[{"delta":{"content":""},"error":{"code":502,"message":"p"}}]}',
  '{"choices":[{"delta":{"content":"t"}}],"error":{"message":"p"}}',
  '{"message":{"content":"t"},"error":"q"}',
  '{"message":{"content":""},"done":true,"done_reason":"error"}',
  '{"code":"InvalidApiKey","message":"m"}',
  '{"code":401,"message":"m"}',
  '{"errcode":-1,"errmsg":"m"}',
  '{"statusCode":500,"message":"m"}',
  '{"object":"error","message":"m"}',
  '{"type":"error","message":"m"}',
  '{"status":"error","msg":"m"}',
  '{"error":{"message":"m","score":NaN}}',
  '{"response":{"status":"failed","error":{"message":"m"}}}',
];

const ERROR_WORDS = ['{"message":"m"}', '{"details":"d"}', "gone", '"gone"', "{}", "", '{"a":1}'];

/** What agents tell of a tool or a step, in fields that answers have as well. */
const STEPS = [
  '{"description":"d","done":true}',
  '{"tool":"t","response":"r"}',
  '{"message":{"role":"tool","content":"c"}}',
];

const MARKERS = ["data: [DONE]", 'data: "[DONE]"', '{"done":true}', "[DONE]"];

/** The lines of a random answer, mostly sound, with faults of every kind. */
export function generateBody(random: Random): Uint8Array<ArrayBuffer> {
  const style = random.pick<Style>(["events", "bare", "mixed"]);
  const pieces: (string | Uint8Array)[] = random.once(20) ? ["\ufeff"] : [];
  const count = random.below(random.pick([2, 8, 40]));
  for (let index = 0; index < count; index++) {
    const isSound = !random.once(5);
    pieces.push(isSound ? writeChunks(random, style).text : fault(random, style));
  }
  if (random.once(2)) {
    const usual = style === "bare" ? '{"done":true}' : "data: [DONE]";
    pieces.push(random.once(8) ? random.pick(MARKERS) : usual, lineEnd(random));
  }
  if (random.once(8)) pieces.push(random.bytes());
  if (random.once(12)) pieces.unshift(wholeDocument(random));
  return join(pieces);
}

/** A line or some in which something is wrong, or looks so. */
function fault(random: Random, style: Style): string {
  const end = lineEnd(random);
  const data = style === "bare" || (style === "mixed" && random.once(2)) ? "" : "data: ";
  switch (random.below(10)) {
    case 0:
      return random.once(3) ? data + random.pick(FAILURES) + end : end;
    case 1:
      if (random.once(4)) return failureBeside(random);
      return random.once(3) ? failureOnLines(random) : end;
    case 2:
      return random.once(4)
        ? errorEvent(random)
        : `event: ${random.pick(["message", "ping", "tool.progress"])}${end}`;
    case 3:
      if (random.once(6)) return `${splitEvent(random, randomChunk(random).json)}error: gone${end}`;
      return random.once(3)
        ? `error: ${random.pick(["", "null", '""', "gone", ...FAILURES, ...HARMLESS])}${end}`
        : end;
    case 4:
      return data + random.pick(HARMLESS) + end;
    case 5:
      return data + cutAndGlued(random) + end;
    case 6:
      return random.pick([": comment", "id: 1", "retry: 1", "junk", " ", "id", "data"]) + end;
    default:
      return data + random.pick(GARBAGE) + end + (random.once(2) ? end : "");
  }
}

/** A failure that is not the answer's own, or only marked, and what may follow it. */
function failureBeside(random: Random): string {
  const end = lineEnd(random);
  const name = random.once(2)
    ? `event: ${random.pick(["tool", "Message", "agent.step"])}${end}`
    : "";
  const json = random.pick(random.once(2) ? FAILURES : STEPS);
  return `${name}data: ${json}${end}${random.pick(["", end])}`;
}

function failureOnLines(random: Random): string {
  const json = random.pick(FAILURES);
  return random.once(2) ? splitEvent(random, json) : printed(random, json);
}

/** An event that is named an error: the name before its data or behind it. */
function errorEvent(random: Random): string {
  const name = random.pick([
    "event: error",
    "event:error",
    "event: Error",
    "event: response.failed",
    "event: response.incomplete",
  ]);
  const words = random.pick([...ERROR_WORDS, ...FAILURES, randomChunk(random).json]);
  const data = random.once(6) ? words : `data: ${words}`;
  return reorderedEvent(random, ...random.once(3) ? [data, name] : [name, data]);
}

/** A whole chunk before one that is cut, or garbage, or another whole one behind it. */
function cutAndGlued(random: Random): string {
  const whole = () => random.pick([randomChunk(random).json, random.pick(FAILURES), ""]);
  const cut = randomChunk(random).json.slice(0, -1 - random.below(20));
  return whole() + random.pick([cut, "oops", random.pick(GARBAGE)]) +
    random.pick(["data: ", "data:", " "]) + whole();
}

function wholeDocument(random: Random): string {
  const json = randomChunk(random).json;
  return random.pick([
    json,
    printed(random, json),
    printed(random, random.pick(FAILURES)),
    '{"error":"late"}',
    "<!doctype html><p>x",
    '<script>\n{\n "response": "no"\n}\n</script>',
    `<script>${lineEnd(random)}data: {"a":1}`,
    "<p>",
    `{${lineEnd(random)}\ufeff${random.pick(FAILURES)}`,
    "plain",
  ]) + lineEnd(random);
}

function join(pieces: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return concatenate(
    pieces.map((piece) => typeof piece === "string" ? encoder.encode(piece) : piece),
  );
}
