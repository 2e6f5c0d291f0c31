// Copyright 2026 the Rivulet authors. MIT license.

import { asText } from "../../core/json.ts";
import { parseUrl } from "../../core/parse_url.ts";
import { namingPolicy } from "../failures/policy_watch.ts";
import { atMost, patience } from "../patience.ts";
import type { WebLLMAppConfig } from "../types.ts";
import { withoutControlStrings } from "./control_strings.ts";
import type { Deletion, Engine, EngineDescription, EngineStep } from "./engine.ts";
import {
  type EngineModule,
  type EngineRequest,
  isLast,
  type LoadPhase,
  type LoadReport,
  type ModuleEngine,
  phaseOf,
  type Template,
  templateOf,
  tokenLengths,
} from "./engine_module.ts";
import { type GraphicsDevice, watchDevice } from "./graphics_device.ts";
import { type Chunks, withoutStopStrings } from "./stop_strings.ts";

/**
 * The engine of the package, on this thread. It cannot be cut off, only be made to give up by
 * itself.
 */
export class PackageEngine implements Engine {
  readonly endsAtOnce = false;
  readonly #module: () => Promise<EngineModule>;
  readonly #onReport: (report: LoadReport) => void;
  #engine: ModuleEngine | undefined;
  #device: GraphicsDevice | undefined;
  #chunks: Chunks | undefined;
  #model = "";
  #phase: LoadPhase | "loaded" = "preparing";
  #loading: Promise<void> = Promise.resolve();
  #transfers: AbortController | undefined;
  #isOver = false;

  constructor(module: () => Promise<EngineModule>, onReport: (report: LoadReport) => void) {
    this.#module = module;
    this.#onReport = onReport;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async describe(): Promise<EngineDescription> {
    const { prebuiltAppConfig, modelVersion } = await this.#module();
    return { appConfig: prebuiltAppConfig, modelVersion };
  }

  async isCached(id: string, appConfig: WebLLMAppConfig): Promise<boolean> {
    return await (await this.#module()).hasModelInCache(id, appConfig);
  }

  async deleteFiles({ id, withProgram }: Deletion, appConfig: WebLLMAppConfig): Promise<void> {
    const module = await this.#module();
    await module.deleteModelInCache(id, appConfig);
    await module.deleteChatConfigInCache(id, appConfig);
    if (withProgram) await module.deleteModelWasmInCache(id, appConfig);
  }

  async load(model: string, appConfig: WebLLMAppConfig): Promise<void> {
    const { MLCEngine } = await this.#module();
    if (this.#isOver) throw cancelled();
    const initProgressCallback = (report: LoadReport): void => this.#hear(report);
    const engine = new MLCEngine({ appConfig, initProgressCallback, logLevel: "SILENT" });
    this.#engine = engine;
    this.#device = watchDevice(engine);
    this.#model = model;
    const loading = namingPolicy(engine.reload(model), hostsOf(model, appConfig));
    this.#loading = loading.catch(() => {});
    await loading;
    this.#phase = "loaded";
  }

  async answer(request: EngineRequest): Promise<void> {
    const engine = this.#engine!;
    const { model } = request;
    const answer = await engine.chat.completions.create(withoutControlStrings(engine, request));
    this.#chunks = withoutStopStrings(answer[Symbol.asyncIterator](), {
      stops: stopsOf(request, templateOf(engine, model)),
      wholeAnswer: async () => await engine.getMessage?.(model),
    });
  }

  async nextChunk(): Promise<EngineStep> {
    const { done = false, value } = await this.#chunks!.next();
    return { done, value: done ? undefined : value };
  }

  async leaveAnswer(): Promise<void> {
    await this.#chunks?.return?.();
  }

  async interrupt(): Promise<void> {
    await this.#engine!.interruptGenerate();
  }

  async embed(input: string[]): Promise<unknown> {
    return await this.#engine!.embeddings.create({ model: this.#model, input });
  }

  tokenLengths(texts: string[]): Promise<number[] | undefined> {
    return Promise.resolve(tokenLengths(this.#engine!, this.#model, texts));
  }

  /** An engine whose load was cancelled can be in any state, so it is never used again. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (this.#engine === undefined) return;
    // A fault of the engine up to 0.2.86: after one file has failed, others are still on their way.
    this.#transfers?.abort();
    // A fault of the engine up to 0.2.86: only while it downloads does it listen. Earlier it loses
    // the call and then downloads everything, later its next report ends the load.
    if (this.#phase === "downloading") this.#unload();
    const freed = this.#loading.then(() => this.#unload()).then(() => this.#device?.destroy());
    // Nothing is held yet, and what is on its way may hang: the first report will end it.
    if (this.#phase === "preparing") return;
    // A step of it may hang.
    await atMost(patience.unload, freed);
    this.#device?.destroy();
  }

  #hear(report: LoadReport): void {
    // A fault of the engine up to 0.2.86: a load takes no signal. This is the one way into it, the
    // engine takes the error for an end that its user wanted.
    if (this.#isOver) throw cancelled();
    // A fault of the engine up to 0.2.86: it forgets this as soon as one file fails.
    this.#transfers ??= (this.#engine as { reloadController?: AbortController }).reloadController;
    if (!isLast(report)) this.#phase = phaseOf(report);
    this.#onReport(report);
  }

  async #unload(): Promise<void> {
    try {
      await this.#engine?.unload();
    } catch {
      // A lost device cannot be freed any more, and nobody uses this engine again.
    }
  }
}

/** Where the files of a model come from. */
function hostsOf(id: string, { model_list: list }: WebLLMAppConfig): string[] {
  const record = list.find(({ model_id: other }) => other === id);
  const addresses = [record?.model ?? "", record?.model_lib ?? ""];
  return addresses.flatMap((text) => parseUrl(text, globalThis.location?.href)?.origin ?? []);
}

function cancelled(): DOMException {
  return new DOMException("The load was cancelled", "AbortError");
}

/** What ends an answer: the caller's stop strings, and those of the model. */
function stopsOf(
  { stop, "ignore_eos": ignoresAll }: EngineRequest,
  { "stop_str": own = [] }: Template,
): string[] {
  const stops = [...own, ...Array.isArray(stop) ? stop : [stop]];
  return ignoresAll === true ? [] : stops.filter((text) => asText(text) !== undefined);
}
