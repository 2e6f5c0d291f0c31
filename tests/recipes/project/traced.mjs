// Copyright 2026 the Rivulet authors. MIT license.

import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { trace } from "@opentelemetry/api";
import { ollama, withRetry } from "@rivulet/llm";
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { traced } from "./traced.ts";

const exporter = new InMemorySpanExporter();
const spanProcessors = [new SimpleSpanProcessor(exporter)];
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));

const lines = [
  { message: { content: "Hi" } },
  { done: true, done_reason: "stop", prompt_eval_count: 5, eval_count: 2 },
].map((line) => JSON.stringify(line)).join("\n");
const configOf = (fetch) => ({ baseUrl: "http://localhost:11434", model: "m", fetch });

/** What an answer gives, and the span that it leaves. */
async function ask(provider, config, { leave = false } = {}) {
  exporter.reset();
  const seen = [];
  const request = { prompt: "q", onFinish: ({ finishReason }) => seen.push(finishReason) };
  try {
    for await (const token of provider.tokens(config, request)) {
      seen.push(token);
      if (leave) break;
    }
  } catch (error) {
    seen.push(error.code);
  }
  // Leaving a loop does not wait until all of its layers are closed.
  while (exporter.getFinishedSpans().length === 0) await setTimeout(1);
  return { seen, spans: exporter.getFinishedSpans() };
}

const good = configOf(async () => new Response(lines));
const { seen, spans: [span, ...rest] } = await ask(traced(ollama), good);
assert.deepEqual([seen, rest.length], [["Hi", "stop"], 0]);
assert.equal(span.name, "chat m");
assert.deepEqual(span.attributes, {
  "gen_ai.operation.name": "chat",
  "gen_ai.provider.name": "local-a",
  "gen_ai.request.model": "m",
  "gen_ai.usage.input_tokens": 5,
  "gen_ai.usage.output_tokens": 2,
  "gen_ai.response.finish_reasons": ["stop"],
});

const left = await ask(traced(ollama), good, { leave: true });
assert.deepEqual([left.seen, left.spans.length, left.spans[0].status.code], [["Hi"], 1, 0]);

const bad = configOf(async () => Response.json({ error: "no memory" }, { status: 500 }));
const failed = await ask(withRetry(traced(ollama), { retries: 1, maxWaitMs: 0 }), bad);
// One span for each try.
assert.deepEqual([failed.seen, failed.spans.length], [["http"], 2]);
assert.equal(failed.spans[0].attributes["error.type"], "http");
assert.deepEqual(failed.spans[0].status, { code: 2, message: "Provider request failed (500)" });
process.stdout.write("passed");
