// Copyright 2026 the Rivulet authors. MIT license.

import {
  getProviderById,
  type LLMFinish,
  type LLMMessage,
  type ThinkingPart,
  ThinkingSplitter,
} from "@rivulet/llm";
import type { Target } from "../engines/choose.ts";
import { hostOf } from "../engines/host.ts";
import { holeWords, unreadAnswer } from "../engines/not_read.ts";
import { tokenRate, tokensOf } from "../engines/speed.ts";
import { citedSources } from "../stars/citations.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { composeRequest } from "../stars/compose_request.ts";
import { isParroted, TOO_SMALL } from "../stars/parroted.ts";
import { buildSnippet } from "../stars/snippet.ts";
import { strangersIn, strangerWords } from "../stars/strangers.ts";
import { AnswerBrokenError, isBrokenConnection } from "./answer_broken.ts";
import { roomFor } from "./context_room.ts";
import { loadNotes } from "./load_notes.ts";
import { configFor } from "./provider_config.ts";
import type { Report } from "./report.ts";
import { TextTurns } from "./text_turns.ts";
import { type StallWatch, startWaiting, watchStalls } from "./waiting.ts";

/** What the model is asked, and about what. */
export interface Question {
  readonly question: string;
  readonly systemPrompt: string | undefined;
  /** What was said before. */
  readonly history: readonly LLMMessage[];
  readonly matches: readonly Repository[];
  readonly collection: Collection;
}

/** Whom to ask, and how. */
export interface AskedTarget {
  readonly target: Target;
  readonly apiKey: string | undefined;
  readonly download: boolean;
  readonly maxTokens: number | undefined;
  readonly signal: AbortSignal;
  /** Gets the answer as it comes. */
  readonly onText?: ((text: string) => void) | undefined;
}

/**
 * Asks the model and reports its answer. Rejects with what the provider rejects with, and with an
 * AnswerBrokenError where the connection breaks.
 */
export async function answer(
  { question, systemPrompt, history, matches, collection }: Question,
  { target, apiKey, download, maxTokens, signal, onText }: AskedTarget,
  report: Report,
): Promise<void> {
  const snippets = matches.map((match) => buildSnippet(match, collection));
  const composed = composeRequest(question, snippets, { goesOn: history.length > 0 });
  const said = history.map(({ content }) => content);
  const room = roomFor([systemPrompt ?? "", composed.prompt, ...said]);
  if (room !== undefined) tellRoom(room, target, report);
  let start = performance.now();
  let firstAt: number | undefined;
  // Thinking counts for the speed, as it does in the server's count.
  let begunAt: number | undefined;
  let lastAt = start;
  let text = "";
  let finish: LLMFinish = { endedBy: "eof", tokenCount: 0 };
  let isThinking = false;
  const endWaiting = startWaiting((text) => report.progress("answer", text), () => {
    if (isThinking) return `${target.model} is thinking`;
    const place = target.baseUrl === "" ? "" : ` at ${hostOf(target.baseUrl)}`;
    return `Waiting for ${target.model}${place}`;
  });
  let stalls: StallWatch | undefined;
  const watch = () =>
    watchStalls(
      (text) => report.progress("stall", text),
      () => isThinking ? `${target.model} is thinking` : "Still waiting",
    );
  // Pipes are for the answer: reasoning that a server leaves in the text is left out, like that
  // which it sends apart.
  const splitter = new ThinkingSplitter();
  const tell = (parts: ThinkingPart[]): void => {
    for (const { token = "" } of parts) {
      isThinking = token === "";
      if (token === "") continue;
      endWaiting();
      stalls ??= watch();
      stalls.step();
      text += token;
      onText?.(token);
      report.token(token);
    }
  };
  const turns = new TextTurns((text) => tell(splitter.push(text)), { signal });
  const note = loadNotes((text) => report.note(text));
  try {
    await getProviderById(target.definition.id).stream(
      configFor(target, { apiKey, download, maxTokens, room }),
      {
        ...composed,
        systemPrompt,
        history,
        signal,
        onInitProgress(progress, text) {
          // The first word is late by what the model takes, not by a download that has been told
          // of.
          start = performance.now();
          note(progress, text);
        },
        onToken(token) {
          lastAt = performance.now();
          firstAt ??= lastAt;
          begunAt ??= lastAt;
          stalls?.step();
          turns.push(token);
        },
        onReasoning() {
          begunAt ??= performance.now();
          isThinking = true;
          stalls?.step();
        },
        onFinish: (summary) => finish = summary,
      },
    );
    await turns.end();
  } catch (error) {
    // What had come is shown before what went wrong.
    await turns.end();
    if (signal.aborted || !isBrokenConnection(error, text)) throw error;
    throw new AnswerBrokenError(target.model, text, { cause: error });
  } finally {
    endWaiting();
    tell(splitter.end());
    stalls?.end();
  }
  const unread = unreadAnswer(finish, text);
  if (unread !== undefined) throw unread;
  const hole = holeWords(finish);
  if (hole !== undefined) report.note(hole);
  const cited = citedSources(text, matches);
  report.summary({
    finish,
    firstTokenMs: firstAt === undefined ? undefined : firstAt - start,
    tokensPerSecond: tokenRate(tokensOf(finish), lastAt - (begunAt ?? start)),
    sources: cited.map((number) => ({ number, repository: matches[number - 1]! })),
  });
  const strangers = strangerWords(strangersIn(text, collection.repositories));
  if (strangers !== undefined) report.note(strangers);
  if (isParroted(text, question)) report.note(TOO_SMALL);
}

/** Local servers drop what does not fit, and do not say so. */
function tellRoom(room: number, { definition, name, model }: Target, report: Report): void {
  const tokens = `${room.toLocaleString("en")} tokens`;
  if (definition.id === "local-a") {
    report.note(`The question is long: ${model} is loaded with room for ${tokens}.`);
  } else if (definition.id === "local-b") {
    report.note(
      `The question is long: ${name} may cut it unless ${model} is loaded with room for ${tokens}.`,
    );
  }
}
