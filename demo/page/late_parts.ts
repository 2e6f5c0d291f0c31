// Copyright 2026 the Rivulet authors. MIT license.

import { type Signal, signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import type { ExportDocument } from "../stars/export_formats.ts";
import type { Repository } from "../stars/repository.ts";
import type { QuestionMeaning } from "./search/messages.ts";
import type { MeaningsAction } from "./state/meanings_reading.ts";
import type { StarsAction } from "./state/stars_reading.ts";
import { Lazy } from "./state/lazy.ts";

/** Leads a question to its answer. */
export interface LateAsking {
  /** `download` names the model whose download the person has agreed to. */
  ask(question: string, wish?: { download?: string | undefined }): Promise<void>;
  /** Asks the question of the answer again, whatever stands in the box. */
  askAgain(wish?: { download?: string | undefined }): Promise<void>;
  /** What came so far is kept. */
  stop(): void;
  /** The person has decided whether the question leaves this device. */
  decide(isSent: boolean): void;
}

/** Reads stars from GitHub. */
export interface LateStars {
  read(user: string, options?: { anew?: boolean }): Promise<void>;
  cancel(): void;
  useSample(): void;
  act(action: StarsAction): void;
}

/** Has a model read what repositories mean. */
export interface LateMeanings {
  restore(): Promise<void>;
  choose(model: string | undefined, options?: { mayDownload?: boolean }): Promise<void>;
  /** Whether a model may be used at once; else the person is asked about its download. */
  mayUse(model: string | undefined): Promise<boolean>;
  refuse(): void;
  unload(): Promise<void>;
  act(action: MeaningsAction): void;
  embedQuestion(question: string): Promise<QuestionMeaning>;
}

/** Reads the READMEs of matches. */
export interface LateReadmes {
  read(repositories: readonly Repository[]): Promise<void>;
  cancel(): void;
}

/** What needs the library or is seldom seen, and so is loaded when the page is first touched. */
export interface Late {
  readonly asking: LateAsking;
  readonly stars: LateStars;
  readonly meanings: LateMeanings;
  readonly readmes: LateReadmes;
  /** Hands repositories to the person as a file. */
  saveList(
    repositories: readonly Repository[],
    wish: { name: string; format: ExportDocument },
  ): void;
  /** What a request to another host is for, in words; `""` for one that the browser refuses. */
  reasonOf(url: URL): string;
  readonly views: {
    /** The answer, or what has to be decided before it. */
    readonly AnswerSection: FunctionComponent;
    /** The dialog that is open. */
    readonly Dialogs: FunctionComponent;
    /** How far stars and meanings are read. */
    readonly ReadingBanners: FunctionComponent;
  };
}

/** Loads the rest of the page once. */
export class LateParts {
  /** The parts, where they are here already. */
  readonly loaded: Signal<Late | undefined> = signal<Late | undefined>(undefined);
  readonly #parts: Lazy<Late>;
  readonly #onTrouble: (error: unknown) => void;

  constructor(load: () => Promise<Late>, onTrouble: (error: unknown) => void) {
    this.#parts = new Lazy(load);
    this.#onTrouble = onTrouble;
  }

  async load(): Promise<Late> {
    const [parts] = await Promise.all([this.#parts.get(), addLateStyle()]);
    this.loaded.value = parts;
    return parts;
  }

  /** Does something with the parts; where they do not come, the page says so. */
  async use(action: (late: Late) => unknown): Promise<void> {
    let parts: Late;
    try {
      parts = await this.load();
    } catch (error) {
      return this.#onTrouble(error);
    }
    await action(parts);
  }
}

let lateStyle: Promise<void> | undefined;

/** How answers, dialogs and a printed page look: no visit starts with them. */
function addLateStyle(): Promise<void> {
  return lateStyle ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = "late.css";
    // Without their looks the parts still work.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
