// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "@rivulet/llm/providers";
import type { Explanation } from "../../engines/explain.ts";
import { Lazy } from "../lazy.ts";
import type { QuestionMeaning } from "../search/messages.ts";
import { askForModel } from "../engines/browser_consent.ts";
import { diagnose } from "../engines/check_server.ts";
import { engineChoice } from "../engines/engine_choice.ts";
import { MEANING_PICK, modelName } from "../engines/model_picks.ts";
import type { Page } from "../page.ts";
import { createLoadFailure } from "../panels/welcome.ts";
import { isBrowserModel } from "./meaning_models.ts";
import { ollamaAccess } from "./ollama_access.ts";
import type { Meanings } from "./meanings.ts";

/** Loads what reads meanings once a person has chosen a model for it. */
export class LazyMeanings {
  readonly #page: Page;
  readonly #lazy: Lazy<Meanings>;
  #loaded: Meanings | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#lazy = new Lazy(async () => {
      const { Meanings } = await import("./meanings.ts");
      return this.#loaded = new Meanings({
        ...page,
        ollama: ollamaAccess(page.settings),
        explain: (error, model) => this.#explain(error, model),
        onChange: () => page.search.forgetVector(),
      });
    });
  }

  get model(): string | undefined {
    return this.#loaded?.model;
  }

  /** Asks before a model is downloaded, and then reads with it. */
  async choose(model: string | undefined): Promise<void> {
    const { stage, showStart } = this.#page;
    const read = (mayDownload: boolean): Promise<void> =>
      this.use((meanings) => meanings.choose(model, { mayDownload }));
    const isHere = model === undefined || !isBrowserModel(model) ||
      await askForModel(
        { purpose: "read meanings", picks: [MEANING_PICK], chosen: model },
        stage,
        {
          onAgree() {
            showStart();
            read(true);
          },
          onRefuse: showStart,
        },
      );
    if (isHere) await read(false);
  }

  async #explain(error: unknown, model: string): Promise<Explanation> {
    if (error instanceof ProviderError && error.code === "download-required") {
      const message = `${modelName(model)} is not on this device any more.`;
      return { message, fix: "Pick it again where you pick the stars, to download it." };
    }
    const id = isBrowserModel(model) ? "webllm" : "local-a";
    const choice = engineChoice(this.#page.settings.get(), id);
    return await diagnose(error, choice) ?? { message: String(error) };
  }

  async use(action: (meanings: Meanings) => Promise<void>): Promise<void> {
    let meanings: Meanings;
    try {
      meanings = await this.#lazy.get();
    } catch (error) {
      return this.#page.stage.alert(createLoadFailure(error), { keep: true });
    }
    await action(meanings);
  }

  /** Frees the memory of a model in this browser. */
  async unload(): Promise<void> {
    await this.#loaded?.unload();
  }

  async embedQuestion(question: string): Promise<QuestionMeaning> {
    try {
      return await (await this.#lazy.get()).embedQuestion(question);
    } catch {
      // The words of the question are searched all the same, and the page says so.
      return "missing";
    }
  }
}
