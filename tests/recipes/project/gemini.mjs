// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { gemini } from "./gemini.ts";

const KEY = "AIza-not-a-key";
const asked = [];
const candidate = (parts, more) => ({ candidates: [{ content: { parts }, ...more }] });
const answers = {
  "/v1beta/models/m:streamGenerateContent?alt=sse": [
    candidate([{ text: "Hm", thought: true }], { finishReason: "STOP" }),
    { ...candidate([{ text: "Hel" }]), usageMetadata: { promptTokenCount: 9 } },
    candidate([{ text: "lo 🌍" }, { thoughtSignature: "x" }], { finishReason: "STOP" }),
    { usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3 } },
  ],
  "/v1beta/models/blocked:streamGenerateContent?alt=sse": [
    { promptFeedback: { blockReason: "SAFETY" } },
  ],
  "/v1beta/models/busy:streamGenerateContent?alt=sse": [
    candidate([{ text: "Hel" }]),
    { error: { code: 503, message: `Busy, ${KEY}`, status: "UNAVAILABLE" } },
  ],
};
const list = [{ name: "models/m", inputTokenLimit: 1024 }];

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  asked.push([request.headers["x-goog-api-key"], body && JSON.parse(body)]);
  if (request.method === "GET") return response.end(JSON.stringify({ models: list }));
  const events = answers[request.url] ?? [{ error: `no answer for ${request.url}` }];
  response.end(events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join(""));
}).listen(0, "127.0.0.1");
await once(server, "listening");

const baseUrl = `http://127.0.0.1:${server.address().port}`;
const config = { baseUrl, model: "m", apiKey: KEY };
const seen = [];
const tokens = gemini.tokens(config, {
  prompt: "Q",
  systemPrompt: "S",
  history: [{ role: "user", content: "A" }, { role: "assistant", content: "B" }],
  onReasoning: (text) => seen.push(`(${text})`),
  onFinish: (summary) => seen.push(summary),
});
for await (const token of tokens) seen.push(token);
const usage = { promptTokens: 9, completionTokens: 3 };
const finish = { endedBy: "eof", tokenCount: 2, finishReason: "STOP", usage };
assert.deepEqual(seen, ["(Hm)", "Hel", "lo 🌍", finish]);
const said = (role, text) => ({ role, parts: [{ text }] });
assert.deepEqual(asked, [[KEY, {
  systemInstruction: { parts: [{ text: "S" }] },
  contents: [said("user", "A"), said("model", "B"), said("user", "Q\n\n")],
}]]);
for (const [model, reason] of [["blocked", "SAFETY"], ["busy", "Busy, [secret]"]]) {
  const stream = gemini.tokens({ ...config, model }, { prompt: "Q", systemPrompt: null });
  await assert.rejects(Array.fromAsync(stream), { code: "stream", reason });
  assert.equal(asked.at(-1)[1].systemInstruction, undefined);
}
assert.deepEqual(await gemini.models(config), [{ name: "m", contextLength: 1024 }]);
server.close();
process.stdout.write("passed");
