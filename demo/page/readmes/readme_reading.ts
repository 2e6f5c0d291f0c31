// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";
import { mayConnect, notYetWords } from "../reach/may_connect.ts";
import { say } from "../actions/actions.ts";
import { missingReadmes, type Readme } from "../state/readmes_state.ts";
import type { State } from "../state/state.ts";
import { fetchReadme as fetchOne } from "./fetch_readme.ts";
import { README_URL } from "./readme_url.ts";

/** Gets a README; rejects with a ReadmeError where it does not come. */
export type FetchReadme = (
  fullName: string,
  access: { baseUrl: string; signal: AbortSignal },
) => Promise<string>;

/** Reads READMEs, after the person has agreed. They are kept in memory only. */
export class ReadmeReading {
  readonly #state: State;
  readonly #fetch: FetchReadme;
  #running: AbortController | undefined;

  constructor(state: State, fetch: FetchReadme = fetchOne) {
    this.#state = state;
    this.#fetch = fetch;
  }

  /** Reads what is missing, one after another. */
  async read(repositories: readonly Repository[]): Promise<void> {
    this.cancel();
    const { signal } = this.#running = new AbortController();
    const baseUrl = this.#state.settings.peek().readmeUrl ?? README_URL;
    if (!mayConnect(baseUrl)) {
      this.#setStep({ kind: "idle", problem: notYetWords([baseUrl]) });
      this.#state.dialog.value = { kind: "stars" };
      return;
    }
    const wanted = missingReadmes(this.#state.readmes.peek(), repositories);
    const total = wanted.length;
    try {
      for (const [done, { fullName }] of wanted.entries()) {
        this.#setStep({ kind: "reading", done, total });
        await this.#readOne(fullName, { baseUrl, signal });
        signal.throwIfAborted();
      }
      this.#setStep({ kind: "idle" });
      say(this.#state, "READMEs are read.");
    } catch (error) {
      // A newer reading tells of itself.
      if (this.#running?.signal !== signal) return;
      const problem = signal.aborted ? undefined : (error as Error).message;
      this.#setStep({ kind: "idle", problem });
      say(this.#state, problem ?? "Cancelled.");
    }
  }

  /** What has come is kept. */
  cancel(): void {
    this.#running?.abort();
  }

  async #readOne(
    fullName: string,
    access: { baseUrl: string; signal: AbortSignal },
  ): Promise<void> {
    try {
      const prose = await this.#fetch(fullName, access);
      this.#keep(fullName, { prose, kind: prose === "" ? "none" : "read" });
    } catch (error) {
      // Where only this one did not come, the next one may.
      if ((error as { isFinal?: boolean }).isFinal !== false) throw error;
      this.#keep(fullName, { prose: "", kind: "failed" });
    }
  }

  #keep(fullName: string, readme: Readme): void {
    const { known, step } = this.#state.readmes.peek();
    this.#state.readmes.value = { known: new Map([...known, [fullName, readme]]), step };
  }

  #setStep(step: ReturnType<State["readmes"]["peek"]>["step"]): void {
    this.#state.readmes.value = { ...this.#state.readmes.peek(), step };
  }
}
