// Copyright 2026 the Rivulet authors. MIT license.

import type { EngineModule, LoadReport } from "./engine_module.ts";
import type { Deletion, EngineDescription, EngineHost, HostedEngine } from "./engine.ts";
import { loadModule } from "./load_module.ts";
import { once } from "./once.ts";
import { SameThreadEngine } from "./same_thread_engine.ts";
import type { WebLLMAppConfig } from "../types.ts";

/** Runs engines on this thread. */
export class SameThreadHost implements EngineHost {
  readonly #load: () => Promise<EngineModule>;
  #module: EngineModule | undefined;

  constructor(loadEngine: () => Promise<unknown>) {
    this.#load = once(async () => this.#module = await loadModule(loadEngine));
  }

  async describe(): Promise<EngineDescription> {
    const { prebuiltAppConfig, modelVersion } = await this.#load();
    return { appConfig: prebuiltAppConfig, modelVersion };
  }

  async isCached(id: string, appConfig: WebLLMAppConfig): Promise<boolean> {
    return await (await this.#load()).hasModelInCache(id, appConfig);
  }

  async deleteFiles({ id, withProgram }: Deletion, appConfig: WebLLMAppConfig): Promise<void> {
    const module = await this.#load();
    await module.deleteModelInCache(id, appConfig);
    await module.deleteChatConfigInCache(id, appConfig);
    if (withProgram) await module.deleteModelWasmInCache(id, appConfig);
  }

  /** Only once the module has been loaded, as each of the other questions does. */
  start(appConfig: WebLLMAppConfig, onReport: (report: LoadReport) => void): HostedEngine {
    return new SameThreadEngine(this.#module!, appConfig, onReport);
  }

  release(): void {}
}
