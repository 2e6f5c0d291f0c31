// Copyright 2026 the Rivulet authors. MIT license.

import type { BodyReader } from "./body_reader.ts";
import type { HttpCall } from "./http_call.ts";
import type { FetchResponse } from "../core/fetch_function.ts";
import { excerpt } from "../core/excerpt.ts";
import { asText } from "../core/json.ts";
import { type Failure, wordsInTexts } from "./reader/reason.ts";

// An error body is short. One that is long or slow must not hold up the error.
const MAX_LENGTH = 64 * 1024;
const MAX_MS = 2000;

/** The words of a refusal, as far as it has some. */
type Words = { [Name in keyof Failure]?: Failure[Name] | undefined };

/** Why the server refuses, in the words of its error body; undefined if it has none of a known form. */
export function wordsInErrorBody(text: string): Words {
  const framed = framedLines(text);
  const data = framed.join("\n");
  return wordsInTexts([text, data, ...framed]) ?? { failure: asText(excerpt(data)) };
}

/** Some servers frame the error as the event of a stream, with its end marker behind it or not. */
function framedLines(text: string): string[] {
  return [...text.matchAll(/(?:^|[\r\n])(?:data|error):([^\r\n]*)/g)]
    .map(([, data]) => data!.trim())
    .filter((data) => data !== "[DONE]");
}

/** Reads an error body, as far as it comes in time. Finishes the exchange. */
export async function readErrorBody(exchange: HttpCall): Promise<string> {
  const { response, body } = exchange;
  const timer = setTimeout(() => exchange.close(), MAX_MS);
  try {
    return body === undefined ? await stubbedText(response) : await textIn(body);
  } finally {
    clearTimeout(timer);
    exchange.close();
  }
}

async function textIn(body: BodyReader): Promise<string> {
  const end = performance.now() + MAX_MS;
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length < MAX_LENGTH && performance.now() < end) {
      const bytes = body.take(await body.read());
      if (bytes === undefined) break;
      text += decoder.decode(bytes, { stream: true });
    }
  } catch {
    // The status is the error; a body that breaks or takes too long only says less about it.
  }
  return text + decoder.decode();
}

/** An answer without a body may have a function for its text, which no close of ours ends. */
async function stubbedText(response: FetchResponse): Promise<string> {
  if (response.body !== undefined) return "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => timer = setTimeout(resolve, MAX_MS, ""));
  try {
    const text = await Promise.race([response.text?.() ?? "", late]);
    return text.slice(0, MAX_LENGTH);
  } catch {
    return "";
  } finally {
    clearTimeout(timer);
  }
}
