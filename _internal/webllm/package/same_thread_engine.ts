// Copyright 2026 the Rivulet authors. MIT license.

import { asText } from "../../core/json.ts";
import { Deadline } from "./deadline.ts";
import type { Engine, EngineModule, EngineRequest, LoadReport } from "./engine_module.ts";
import type { EngineChunks, HostedEngine } from "./engine.ts";
import { type GraphicsDevice, watchDevice } from "./graphics_device.ts";
import { isLast, type LoadPhase, phaseOf } from "./load_phase.ts";
import { withoutControlStrings } from "./control_strings.ts";
import { type Template, templateOf, tokenLengths } from "./inside.ts";
import { withoutStopStrings } from "./stop_strings.ts";
import type { WebLLMAppConfig } from "../types.ts";

/** How long an engine is waited for that was told to free its memory: a step of it may hang. */
const UNLOAD_MS = 10_000;

/** An engine on this thread. It cannot be cut off, only be made to give up by itself. */
export class SameThreadEngine implements HostedEngine {
  readonly endsAtOnce = false;
  readonly #engine: Engine;
  readonly #device: GraphicsDevice;
  readonly #onReport: (report: LoadReport) => void;
  #model = "";
  #phase: LoadPhase | "loaded" = "preparing";
  #loading: Promise<void> = Promise.resolve();
  #transfers: AbortController | undefined;
  #isOver = false;

  constructor(
    { MLCEngine }: EngineModule,
    appConfig: WebLLMAppConfig,
    onReport: (report: LoadReport) => void,
  ) {
    this.#onReport = onReport;
    this.#engine = new MLCEngine({
      appConfig,
      initProgressCallback: (report) => this.#hear(report),
      logLevel: "SILENT",
    });
    this.#device = watchDevice(this.#engine);
  }

  async load(model: string): Promise<void> {
    this.#model = model;
    const loading = this.#engine.reload(model);
    this.#loading = loading.catch(() => {});
    await loading;
    this.#phase = "loaded";
  }

  async answer(request: EngineRequest): Promise<EngineChunks> {
    const engine = this.#engine;
    const { model } = request;
    const answer = await engine.chat.completions.create(withoutControlStrings(engine, request));
    return withoutStopStrings(answer[Symbol.asyncIterator](), {
      stops: stopsOf(request, templateOf(engine, model)),
      wholeAnswer: async () => await engine.getMessage?.(model),
    });
  }

  interrupt(): void {
    this.#engine.interruptGenerate();
  }

  async embed(input: string[]): Promise<unknown> {
    return await this.#engine.embeddings.create({ model: this.#model, input });
  }

  tokenLengths(texts: string[]): Promise<number[] | undefined> {
    return Promise.resolve(tokenLengths(this.#engine, this.#model, texts));
  }

  /** An engine whose load was cancelled can be in any state, so it is never used again. */
  async retire(): Promise<void> {
    this.#isOver = true;
    // After one file has failed, others are still on their way.
    this.#transfers?.abort();
    // Only while it downloads does the engine listen: earlier it loses the call and then downloads
    // everything, later its next report ends the load.
    if (this.#phase === "downloading") this.#unload();
    const freed = this.#loading.then(() => this.#unload()).then(() => this.#device.destroy());
    // Nothing is held yet, and what is on its way may hang: the first report will end it.
    if (this.#phase === "preparing") return;
    const deadline = new Deadline(UNLOAD_MS);
    await Promise.race([freed, deadline.passed]);
    deadline.cancel();
    this.#device.destroy();
  }

  #hear(report: LoadReport): void {
    // The one way into a load: the engine takes this error for the end that its user wanted.
    if (this.#isOver) throw new DOMException("The load was cancelled", "AbortError");
    // The engine itself forgets this as soon as one file fails.
    this.#transfers ??= (this.#engine as { reloadController?: AbortController }).reloadController;
    if (!isLast(report)) this.#phase = phaseOf(report);
    this.#onReport(report);
  }

  async #unload(): Promise<void> {
    try {
      await this.#engine.unload();
    } catch {
      // A lost device cannot be freed any more, and nobody uses this engine again.
    }
  }
}

/** What ends an answer: the caller's stop strings, and those of the model. */
function stopsOf(
  { stop, "ignore_eos": ignoresAll }: EngineRequest,
  { "stop_str": own = [] }: Template,
): string[] {
  const stops = [...own, ...Array.isArray(stop) ? stop : [stop]];
  return ignoresAll === true ? [] : stops.filter((text) => asText(text) !== undefined);
}
