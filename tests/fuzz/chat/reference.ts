// Copyright 2026 the Rivulet authors. MIT license.

// The reading rules once more, slow and obvious: the whole text at once, no state between pieces.
// What the library reads from any cut of the same bytes must be the same.

import { isObject, type Json, parseJson } from "../json.ts";

/** What an answer says, in order. */
export interface Reading {
  /** Tokens as they are, reasoning marked by `asReasoning`. */
  texts: string[];
  failed: boolean;
  endedBy: "marker" | "eof";
}

interface Part {
  token?: string;
  reasoning?: string;
  failed?: boolean;
  done?: boolean;
  /** Whether it tells how the answer went: a finish reason or a count of tokens. */
  summary?: boolean;
}

export type Protocol = "sse" | "ndjson";

/** Marks reasoning with a character that no token starts with. */
export function asReasoning(text: string): string {
  return `\x01${text}`;
}

export function isReasoning(text: string): boolean {
  return text.startsWith("\x01");
}

/** What a body says. */
export function readBody(bytes: Uint8Array, protocol: Protocol): Reading {
  return protocol === "sse" ? readEventStream(bytes) : readLinesOfJson(bytes);
}

function readEventStream(bytes: Uint8Array): Reading {
  const lines = linesOf(bytes).map((line) => line.trim());
  const marker = lines.findIndex((line) => /^data:\s*\[DONE\]$/.test(line));
  const counted = marker === -1 ? lines : lines.slice(0, marker);
  const parts: Part[] = [];
  let isStream = false;
  for (const event of eventsOf(counted)) {
    let together: string[] = [];
    for (const line of event) {
      if (line.startsWith("error:")) parts.push(errorLine(line.slice(6).trim()));
      if (!line.startsWith("data:") || line.slice(5).trim() === "") continue;
      const data = line.slice(5).trim();
      const payload = parseJson(data);
      if (payload !== undefined) isStream = true;
      const part = payload === undefined ? {} : completion(payload);
      if (says(part)) parts.push(part);
      else if (payload === undefined || together.length > 0) together = [...together, data];
    }
    const payload = together.length > 1 ? parseJson(together.join("\n")) : undefined;
    if (payload === undefined) continue;
    isStream = true;
    parts.push(completion(payload));
  }
  if (!isStream) {
    const document = counted.filter((line) => !/^((data|event|id|retry)?:|error:)/.test(line));
    parts.push(wholeDocument(document.join("\n"), completion));
  }
  if (marker !== -1) parts.push({ done: true });
  return readingOf(parts);
}

function readLinesOfJson(bytes: Uint8Array): Reading {
  const lines = linesOf(bytes).map((line) => line.trim());
  const payloads = lines.map(parseJson).filter(isObject);
  if (payloads.length > 0) return readingOf(payloads.map(ollama));
  return readingOf([wholeDocument(lines.join("\n"), ollama)]);
}

function linesOf(bytes: Uint8Array): string[] {
  // As a stream that nobody flushes: half a character at the end is nothing.
  return new TextDecoder().decode(bytes, { stream: true }).split(/\r\n|\r|\n/);
}

function eventsOf(lines: string[]): string[][] {
  const events: string[][] = [[]];
  for (const line of lines) {
    if (line === "") events.push([]);
    else events.at(-1)!.push(line);
  }
  return events;
}

function readingOf(parts: Part[]): Reading {
  const reading: Reading = { texts: [], failed: false, endedBy: "eof" };
  for (const { token, reasoning, failed, done } of parts) {
    if (reasoning) reading.texts.push(asReasoning(reasoning));
    if (token) reading.texts.push(token);
    if (done) reading.endedBy = "marker";
    if (failed) reading.failed = true;
    if (failed || done) break;
  }
  return reading;
}

function completion(payload: Json): Part {
  const choice = Array.isArray(payload?.choices) ? payload.choices[0] : undefined;
  const token = content(choice?.delta?.content) ?? content(choice?.message?.content);
  return {
    ...(token !== undefined && { token }),
    reasoning: reasoning(choice?.delta) ?? reasoning(choice?.message) ?? "",
    failed: hasError(payload),
    summary: typeof choice?.finish_reason === "string" && choice.finish_reason !== "" ||
      typeof payload?.usage?.prompt_tokens === "number" ||
      typeof payload?.usage?.completion_tokens === "number",
  };
}

function ollama(payload: Json): Part {
  const token = content(payload?.message?.content) ?? content(payload?.response);
  if (token === undefined && isObject(payload) && "choices" in payload) return completion(payload);
  return {
    token: token ?? "",
    reasoning: reasoning(payload?.message) ?? reasoning(payload) ?? "",
    failed: hasError(payload),
    done: payload?.done === true,
  };
}

function wholeDocument(document: string, read: (payload: Json) => Part): Part {
  const text = document.slice(0, 1024 * 1024).trim();
  if (/^<[^]*<?(!doctype html|html|head|body|title)\b/i.test(text) && isPage(text)) {
    return { failed: true };
  }
  const payload = parseJson(text);
  if (payload === undefined) return {};
  return hasError(payload) ? { failed: true } : read(payload);
}

function isPage(text: string): boolean {
  return ["<!doctype html", "<html", "<head", "<body", "<title"]
    .some((tag) => new RegExp(`${tag}\\b`, "i").test(text.slice(0, 4096)));
}

function errorLine(text: string): Part {
  const payload = parseJson(text);
  const error = payload === undefined ? text : payload;
  return { failed: hasError(isObject(error) && "error" in error ? error : { error }) };
}

function hasError(payload: Json): boolean {
  const object = Array.isArray(payload) ? payload[0] : payload;
  const error = isObject(object) ? object.error : undefined;
  return error !== undefined && error !== null && error !== false && error !== "";
}

function content(value: Json): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return undefined;
  return value
    .filter((part) =>
      isObject(part) && (part.type ?? "text") === "text" && typeof part.text === "string"
    )
    .map((part) => part.text)
    .join("");
}

function reasoning(message: Json): string | undefined {
  if (!isObject(message)) return undefined;
  return [message.reasoning_content, message.reasoning, message.thinking]
    .find((text) => typeof text === "string" && text !== "");
}

function says({ token, reasoning, failed, summary }: Part): boolean {
  return Boolean(token || reasoning || failed || summary);
}
