// Copyright 2026 the Rivulet authors. MIT license.

import type { Diagnosis } from "../../engines/doctor.ts";
import type { AnswerActions, AnswerView } from "../answer/answer_view.ts";
import type { ModelLoading } from "../panels/model_loading.ts";
import type { Ask } from "./ask.ts";
import type { EngineChoice } from "../engines/engine_choice.ts";

/** What a question on its way can show. */
export interface AskViews extends AnswerActions {
  busy(isBusy: boolean): void;
  noMatch(question: string): void;
  /**
   * Resolves with whether the model may be used at once; else the person is asked, and asking again
   * is up to them.
   */
  consent(question: string): Promise<boolean>;
  needKey(host: string): void;
  /** Asks the person; resolves with whether they agree. */
  approveHost(request: { host: string; ask: Ask; signal: AbortSignal }): Promise<boolean>;
  /** Shows an empty answer to write into. */
  startAnswer(ask: Ask): AnswerView;
  /** Shows the progress of a model in place of the answer. */
  startLoading(ask: Ask): ModelLoading;
  /** The person has had enough of waiting for the model. */
  cancelLoading(ask: Ask): void;
  /** The answer is complete, or was stopped. */
  endAnswer(answer: AnswerView, isStopped: boolean): void;
  failure(diagnosis: Diagnosis, choice: EngineChoice): void;
}
