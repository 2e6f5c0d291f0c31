// Copyright 2026 the Rivulet authors. MIT license.

import { type Signal, signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import type { Repository } from "../stars/repository.ts";
import type { Matches } from "./search/matches.ts";
import type { QuestionMeaning } from "./search/messages.ts";
import type { Asked } from "./state/asked.ts";
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

/** What the view of a reading of READMEs is told. */
export interface ReadmesStepsProps {
  readonly missing: readonly Repository[];
  readonly onRefuse: () => void;
}

/** What the view of no match is told. */
export interface NoMatchProps {
  readonly found: Matches;
  readonly note?: string;
}

/** What the view of what a model reads is told. */
export interface SnippetProps {
  readonly repository: Repository;
  /** The question that it went with; undefined where it would go. */
  readonly asked: Asked | undefined;
}

/** What the actions of a match are told. */
export interface RowActionsProps {
  readonly repository: Repository;
  /** Whether an answer was made from it already. */
  readonly isSource: boolean;
  readonly isLeftOut: boolean;
  readonly showsSnippet: Signal<boolean>;
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

/** What nobody sees before the page is touched. */
export interface LateViews {
  /** The answer, or what has to be decided before it. */
  readonly AnswerSection: FunctionComponent;
  /** The dialog that is open. */
  readonly Dialogs: FunctionComponent;
  /** How far stars and meanings are read. */
  readonly ReadingBanners: FunctionComponent;
  /** What is asked before READMEs are read, and how far the reading is. */
  readonly ReadmesSteps: FunctionComponent<ReadmesStepsProps>;
  /** Nothing was found, and what may find something. */
  readonly NoMatch: FunctionComponent<NoMatchProps>;
  /** What a model reads of a match. */
  readonly Snippet: FunctionComponent<SnippetProps>;
  /** What can be done with one match. */
  readonly RowActions: FunctionComponent<RowActionsProps>;
  /** What can be written into a file. */
  readonly ExportActions: FunctionComponent;
}

/** What needs the library or is seldom seen, and so is loaded when the page is first touched. */
export interface Late {
  readonly asking: LateAsking;
  readonly stars: LateStars;
  readonly meanings: LateMeanings;
  readonly readmes: LateReadmes;
  /** What a request to another host is for, in words; undefined for one that the browser refuses. */
  reasonOf(url: URL): string | undefined;
  readonly views: LateViews;
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
