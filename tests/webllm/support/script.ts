// Copyright 2026 the Rivulet authors. MIT license.

// Puts a script in place of the parts of the real package that need a real model. Runs in Deno and
// in browsers.

import type { EngineModule } from "../../../_internal/webllm/package/engine_module.ts";
import { serveEngine } from "../../../_internal/webllm/worker/serve.ts";
import { CONTEXT_WINDOW_SIZE, scriptedRuntime } from "./scripted_runtime.ts";

/** The real package with its private parts, see `openedPackageText()`. */
export interface OpenedPackage extends EngineModule {
  readonly opened: {
    readonly runtime: Record<string, unknown> & { Instance: { prototype: object } };
    readonly Lock: new () => unknown;
    readonly EmbeddingPipeline: new (
      runtime: unknown,
      tokenizer: unknown,
      config: unknown,
    ) => object;
    setPipelineClass(value: unknown): void;
  };
}

/** What the scripted pipelines say, and where they wait. */
export const script = {
  pieces: ["Hello", " world"],
  promptTokens: 5,
  /** Awaited at `prefill`, `decode`, `shaders`, `embed`. */
  at: (_point: string): Promise<void> => Promise.resolve(),
};

/** The configuration of a scripted model. */
export const chatConfig = {
  "tokenizer_files": ["tokenizer.json"],
  "context_window_size": CONTEXT_WINDOW_SIZE,
  "sliding_window_size": -1,
  "conv_config": {},
  "conv_template": {
    "system_template": "{system_message}",
    "system_message": "",
    "system_prefix_token_ids": [],
    roles: { user: "user", assistant: "assistant", tool: "tool" },
    "role_templates": { user: "{user_message}", assistant: "{assistant_message}" },
    messages: [],
    seps: ["\n"],
    "role_content_sep": ": ",
    "role_empty_sep": ":",
    "stop_str": [],
    "stop_token_ids": [],
  },
};

/**
 * Stands where the package would run a model on the graphics device; everything around it is the
 * package's own.
 */
export class ScriptedPipeline {
  #said = 0;
  #stopped = true;
  #reason: string | undefined;
  #conversation: unknown = { messages: [] };

  stopped(): boolean {
    return this.#stopped;
  }

  async prefillStep(input: string): Promise<void> {
    this.#stopped = false;
    this.#said = 0;
    this.#reason = undefined;
    if (input.includes("too long")) {
      const error = new Error("Prompt tokens exceed context window size");
      error.name = "ContextWindowSizeExceededError";
      throw error;
    }
    if (input.includes("hang")) await new Promise(() => {});
    await script.at("prefill");
    this.#say();
  }

  async decodeStep(): Promise<void> {
    await script.at("decode");
    this.#say();
  }

  #say(): void {
    this.#said++;
    if (this.#said < script.pieces.length) return;
    this.#stopped = true;
    this.#reason = "stop";
  }

  triggerStop(): void {
    this.#stopped = true;
    this.#reason = "abort";
  }

  getFinishReason(): string | undefined {
    return this.#reason;
  }

  getMessage(): string {
    return script.pieces.slice(0, this.#said).join("");
  }

  getConversationObject(): unknown {
    return this.#conversation;
  }

  setConversation(conversation: unknown): void {
    this.#conversation = conversation;
  }

  async asyncLoadWebGPUPipelines(): Promise<void> {
    await script.at("shaders");
  }

  getCurRoundCompletionTotalTokens(): number {
    return this.#said;
  }

  getCurRoundPrefillTotalTokens(): number {
    return script.promptTokens;
  }

  // What the package also asks, and what nothing here depends on.
  readonly resetChat = (): void => {};
  readonly setSeed = (): void => {};
  readonly dispose = (): void => {};
  readonly sync = (): Promise<void> => Promise.resolve();
  readonly getCurRoundDecodingTotalTokens = zero;
  readonly getCurRoundPrefillTotalTime = zero;
  readonly getCurRoundDecodingTotalTime = zero;
  readonly getCurRoundPrefillTokensPerSec = zero;
  readonly getCurRoundDecodingTokensPerSec = zero;
}

function zero(): number {
  return 0;
}

/**
 * Lets the package load a model whose program is no program: it fetches, caches and reports as it
 * does for a real one.
 */
export function installScript(module: OpenedPackage): EngineModule {
  const { opened } = module;
  opened.setPipelineClass(ScriptedPipeline);
  opened.runtime.instantiate = () => {
    const instance = Object.create(opened.runtime.Instance.prototype);
    return Promise.resolve(Object.assign(instance, {
      ...scriptedRuntime((point) => script.at(point)),
      initProgressCallback: [],
      env: { logger: () => {} },
      initWebGPU: () => {},
    }));
  };
  return module;
}

/** The same in a worker. */
export function serveScript(module: OpenedPackage): void {
  serveEngine(installScript(module), globalThis);
}
