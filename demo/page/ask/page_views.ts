// Copyright 2026 the Rivulet authors. MIT license.

import type { Diagnosis } from "../../engines/doctor.ts";
import { citedSources } from "../../stars/citations.ts";
import { AnswerView } from "../answer/answer_view.ts";
import type { Stage } from "../answer/stage.ts";
import { button } from "../dom.ts";
import type { EngineChoice } from "../engines/engine_choice.ts";
import type { Keys } from "../engines/keys.ts";
import { modelName } from "../engines/model_picks.ts";
import { formatPlural } from "../format.ts";
import type { MatchList } from "../matches/match_list.ts";
import { createCancelled } from "../panels/cancelled.ts";
import { createFailure } from "../panels/failure.ts";
import { ModelLoading } from "../panels/model_loading.ts";
import { createRemoteQuestion } from "../panels/remote_question.ts";
import { say } from "../status.ts";
import type { Matches, Searcher } from "../search/searcher.ts";
import type { Ask } from "./ask.ts";
import type { AskViews } from "./views.ts";
import { type WayActions, waysOut } from "./ways_out.ts";

/** What the views need of the page. */
export interface PageViewsParts extends WayActions {
  readonly stage: Stage;
  readonly keys: Keys;
  readonly list: MatchList;
  readonly searcher: Searcher;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onStop: () => void;
  /** Decides about the model in this browser. */
  readonly consent: (question: string) => Promise<boolean>;
  readonly noMatch: (question: string) => HTMLElement;
  /** Shows the matches of an answer again, where others have taken their place. */
  readonly showMatches: (matches: Matches) => void;
}

/** Shows on the page what happens to a question. */
export class PageViews implements AskViews {
  readonly #parts: PageViewsParts;
  #answer: AnswerView | undefined;

  constructor(parts: PageViewsParts) {
    this.#parts = parts;
  }

  busy(isBusy: boolean): void {
    if (isBusy) this.#answer = undefined;
    this.#parts.onBusy(isBusy);
  }

  noMatch(question: string): void {
    this.#parts.stage.show(this.#parts.noMatch(question));
    say("No match.");
  }

  consent(question: string): Promise<boolean> {
    return this.#parts.consent(question);
  }

  needKey(host: string): void {
    const { stage, onEngine } = this.#parts;
    const enter = button("Enter a key", () => onEngine({ focusOn: "key", askAgain: true }), {
      class: "primary",
    });
    stage.alert(
      createFailure({
        message: `${host} needs a key.`,
        fix: "It stays in memory, unless you keep it for this tab.",
      }, [
        enter,
        this.#otherEngineButton(),
      ]),
      { keep: false },
    );
    onEngine({ focusOn: "key", askAgain: true });
  }

  approveHost(
    { host, ask, signal }: { host: string; ask: Ask; signal: AbortSignal },
  ): Promise<boolean> {
    const matchCount = ask.matches.repositories.length;
    const keepsKey = this.#parts.keys.isKept(ask.choice.baseUrl);
    say(`Send to ${host}?`);
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(false), { once: true });
      const panel = createRemoteQuestion({ host, matchCount, keepsKey, sent: ask.sent }, {
        onSend: () => resolve(true),
        onStay: () => {
          resolve(false);
          this.#parts.onEngine({ picked: "webllm" });
        },
      });
      this.#parts.stage.show(panel);
      panel.querySelector<HTMLElement>("button.primary")?.focus();
    });
  }

  startAnswer({ matches }: Ask): AnswerView {
    const { list, searcher, stage, showMatches } = this.#parts;
    const answer = this.#answer = new AnswerView({
      matches: matches.repositories,
      has: (fullName) => searcher.has(fullName),
      reach(number, origin) {
        showMatches(matches);
        list.markCited(citedSources(answer.text, matches.repositories));
        list.reach(number, origin);
      },
    });
    list.markCited([]);
    stage.show(this.#answer.element);
    stage.isBusy = true;
    say("Answering.");
    return this.#answer;
  }

  startLoading({ choice }: Ask): ModelLoading {
    const loading = new ModelLoading(modelName(choice.model), this.#parts.onStop);
    this.#parts.stage.show(loading.element);
    return loading;
  }

  endAnswer({ text, wordCount, sources: { matches } }: AnswerView, isStopped: boolean): void {
    const { list, stage } = this.#parts;
    const sources = citedSources(text, matches);
    list.markCited(sources);
    stage.isBusy = false;
    const counts = `${formatPlural(wordCount, "word")}, ${formatPlural(sources.length, "source")}`;
    if (isStopped) say("Stopped.");
    else say(text === "" ? "The model returned nothing." : `Answer finished: ${counts}.`);
  }

  cancelLoading({ choice }: Ask): void {
    const again = button("Go on", () => this.#parts.onAskAgain({ mayDownload: true }), {
      class: "primary",
    });
    const buttons = [again, this.#otherEngineButton()];
    this.#parts.stage.show(createCancelled(modelName(choice.model), buttons));
    say("Cancelled.");
  }

  failure(diagnosis: Diagnosis, choice: EngineChoice): void {
    const { stage } = this.#parts;
    stage.isBusy = false;
    const hasText = this.#answer !== undefined && this.#answer.text !== "";
    stage.alert(createFailure(diagnosis, waysOut(diagnosis, choice, this.#parts)), {
      keep: hasText,
    });
  }

  askAgain = (): void => this.#parts.onAskAgain();

  otherEngine = (): void => this.#parts.onEngine({ askAgain: true });

  #otherEngineButton(): HTMLElement {
    return button("Other engine", this.otherEngine);
  }
}
