// Copyright 2026 the Rivulet authors. MIT license.

import type { Page } from "../core/page.ts";
import { showStars } from "../stars/show_stars.ts";
import { turnsOf } from "../storage/kept_answer.ts";
import { takeCutAnswer } from "../storage/cut_answer.ts";
import { typeQuestion } from "../actions/actions.ts";
import { leaveConversation, showAnswer } from "../actions/question_actions.ts";
import { toAsked } from "./kept_asked.ts";
import { readLink } from "./link.ts";
import { asking } from "./asking_part.ts";

/** Brings back what the address names: its question, and its answer where that is kept. */
export async function restoreAnswers({ state, storage }: Page): Promise<void> {
  const cut = takeCutAnswer();
  if (cut !== undefined) {
    await storage.keepAnswer(cut, { all: state.settings.peek().keepQuestions });
  }
  const kept = await storage.loadAnswers();
  state.kept.value = kept;
  const link = readLink(location.hash);
  if (link === undefined || state.asked.peek() !== undefined) return;
  const answer = kept.flatMap(turnsOf).find(({ question, list }) =>
    question === link.question && sameList(list, link.user)
  );
  if (answer !== undefined) showAnswer(state, toAsked(answer));
}

/**
 * Follows Back and Forward: the question of the address is there with its answer, or else in the box.
 * Nothing is sent.
 */
export function followAddress(page: Page): void {
  const { state } = page;
  const show = async (): Promise<void> => {
    const link = readLink(location.hash);
    if (link !== undefined && link.question === state.asked.peek()?.question) {
      return typeQuestion(state, "");
    }
    // What runs is another question; its answer is one step forward or back.
    if (state.isBusy.peek()) page.late.use(asking, (part) => part.stop());
    leaveConversation(state);
    if (link === undefined) return;
    typeQuestion(state, link.question);
    offerList(page, link.user);
    await restoreAnswers(page);
  };
  addEventListener("popstate", show);
}

/** Puts the question of the address into the box, where nothing was typed meanwhile. */
export async function restoreQuestion(page: Page): Promise<void> {
  const link = readLink(location.hash);
  if (link === undefined) return;
  if (page.state.question.peek() === "") typeQuestion(page.state, link.question);
  await offerList(page, link.user);
}

/** A link names a list: one that is kept here is shown, to read another one is up to the person. */
async function offerList(page: Page, user: string | undefined): Promise<void> {
  const { state, storage } = page;
  state.linkedUser.value = undefined;
  if (user === undefined || sameList(state.collection.peek().title, user)) return;
  const kept = await storage.loadStars(user);
  if (kept !== undefined && kept.repositories.length > 0) showStars(kept, page);
  else state.linkedUser.value = user;
}

function sameList(title: string, user: string | undefined): boolean {
  return user === undefined
    ? !title.startsWith("@")
    : title.toLowerCase() === `@${user.toLowerCase()}`;
}
