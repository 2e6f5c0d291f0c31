// Copyright 2026 the Rivulet authors. MIT license.

// The AI SDK's own client: what useChat() of its React package is built on.

import assert from "node:assert/strict";
import { DefaultChatTransport, readUIMessageStream } from "ai";

const transport = new DefaultChatTransport({ api: process.argv[2] });

async function ask(text, abortSignal) {
  const messages = [{ id: "1", role: "user", parts: [{ type: "text", text }] }];
  const asked = { trigger: "submit-message", chatId: "1", messageId: undefined, messages };
  return await transport.sendMessages({ ...asked, abortSignal });
}

const stream = await ask("hello");
const states = await Array.fromAsync(readUIMessageStream({ stream }));
const parts = states.at(-1).parts.map(({ type, text, state }) => ({ type, text, state }));
assert.deepEqual(parts, [{ type: "text", text: "Hello 🌍!\n", state: "done" }]);

const chunks = await Array.fromAsync(await ask("failing"));
const { errorText } = chunks.find(({ type }) => type === "error");
assert.equal(errorText, "Provider request failed (500)");

const controller = new AbortController();
const reader = (await ask("endless", controller.signal)).getReader();
while ((await reader.read()).value.type !== "text-delta");
controller.abort();
process.stdout.write("passed");
