// Copyright 2026 the Rivulet authors. MIT license.

const BROWSER = "a model in a browser: tests/webllm/";
const PEER = "how another client is called: bench/corpus/clients/ makes the same calls";
const FRAMEWORK = "runs in its framework: tests/recipes/";

/** The examples that are no program to start here, and why; every other one is started. */
export const elsewhere: Readonly<Record<string, string>> = {
  "docs/coming_from.md, openai": PEER,
  "docs/coming_from.md, ai": PEER,
  "docs/coming_from.md, ollama": PEER,
  "docs/providers.md, A provider of your own": "Chrome's own model: tests/package/recipe.e2e.ts",
  "providers/define_http_provider.ts, Ask Anthropic's Messages API":
    "asks nothing by itself: tests/providers/define_http_provider.e2e.ts",
  "providers/with_timeout.ts, Wait a minute for the first token, and ten seconds for each further one":
    "asks nothing by itself: tests/providers/with_timeout_test.ts",
  "providers/with_retry.ts, Be patient with a busy service":
    "asks nothing by itself: tests/providers/with_retry_test.ts",
  "providers/with_fallback.ts, A model in the browser where no server runs":
    "asks nothing by itself: tests/providers/with_fallback_test.ts",
  "providers/read_object.ts, Read typed facts from a text":
    "an answer that is JSON: tests/providers/read_object_test.ts",
  "providers/to_event_stream.ts, Answer a browser from a server of your own":
    "asks nothing by itself: tests/providers/to_event_stream_test.ts",
  "docs/recipes.md, terminal.ts": FRAMEWORK,
  "docs/recipes.md, resumable.ts": FRAMEWORK,
  "docs/recipes.md, traced.ts": FRAMEWORK,
  "docs/recipes.md, gemini.ts": FRAMEWORK,
  "docs/recipes.md, pull.ts": FRAMEWORK,
  "docs/recipes.md, notes.ts": FRAMEWORK,
  "docs/recipes.md, fallback.ts": FRAMEWORK,
  "docs/recipes.md, objects.ts": FRAMEWORK,
  "docs/recipes.md, agent.ts": FRAMEWORK,
  "docs/recipes.md, relay.ts": FRAMEWORK,
  "docs/recipes.md, relay_page.ts": FRAMEWORK,
  "docs/recipes.md, serve.ts": FRAMEWORK,
  "docs/recipes.md, page.ts": FRAMEWORK,
  "docs/recipes.md, hono.ts": FRAMEWORK,
  "docs/recipes.md, express.ts": FRAMEWORK,
  "docs/recipes.md, chat.ts": FRAMEWORK,
  "docs/recipes.md, use_answer.ts": FRAMEWORK,
  "docs/recipes.md, vue_answer.ts": FRAMEWORK,
  "docs/recipes.md, svelte_answer.ts": FRAMEWORK,
  "docs/recipes.md, sqlite.ts": FRAMEWORK,
  "docs/recipes.md, answer_worker.ts": FRAMEWORK,
  "docs/recipes.md, ask_worker.ts": FRAMEWORK,
  "docs/recipes.md, answer.test.ts": FRAMEWORK,
  "docs/recipes.md, app/answer/route.ts": FRAMEWORK,
  "docs/recipes.md, pgvector.ts": FRAMEWORK,
  "docs/recipes.md, langchain.ts": FRAMEWORK,
  "docs/webllm.md, Start": BROWSER,
  "docs/webllm.md, Ask for consent, show progress, stop": BROWSER,
  "docs/webllm.md, Worker": BROWSER,
  "docs/webllm.md, Memory and storage": BROWSER,
  "docs/webllm.md, Embed inside the browser": BROWSER,
  "docs/webllm.md, Integrity": BROWSER,
  "providers/webllm/is_model_cached.ts, Offer a download only where there is something to download":
    BROWSER,
  "providers/webllm/mod.ts, Answer in a worker, once the user has agreed to the download": BROWSER,
  "providers/webllm/mod.ts, Search texts by meaning, with no server": BROWSER,
  "providers/webllm/worker.ts, The only line of webllm_worker.ts": BROWSER,
};
