// Copyright 2026 the Rivulet authors. MIT license.

const LIMIT_BYTES = 4096;
const LIMIT_MS = 1000;
const LIMIT_CHARACTERS = 300;

/** The words of a server that refuses, as far as it says any in a moment. The body is closed. */
export async function readReason({ body }: Response): Promise<string | undefined> {
  if (body === null) return undefined;
  const reader = body.getReader();
  const timer = setTimeout(() => reader.cancel().catch(() => {}), LIMIT_MS);
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length < LIMIT_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // A refusal that breaks off is still a refusal.
  }
  clearTimeout(timer);
  await reader.cancel().catch(() => {});
  return wordsIn(text);
}

function wordsIn(text: string): string | undefined {
  let words: unknown;
  try {
    const { error, message } = JSON.parse(text);
    words = error?.message ?? error ?? message;
  } catch {
    // A page of a web server says nothing to a person.
    words = /^\s*</.test(text) ? undefined : text;
  }
  return typeof words === "string" && words.trim() !== ""
    ? words.trim().slice(0, LIMIT_CHARACTERS)
    : undefined;
}
