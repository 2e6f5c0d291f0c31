// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import { launchChromium } from "../support/chromium.ts";
import { ANSWER, ENDLESS, FAILING, type ModelServer } from "./model_server.ts";
import type { Project } from "./project.ts";

/** The longest that the model's server may wait for a client to be gone. */
const PATIENCE_MS = 60_000;

/** What a failure of the model's server looks like to the client of a recipe. */
export type Failure = "a broken answer" | "an empty answer" | "its words" | "its words and 502";

/** What a client of a recipe asks, and sees. */
export interface Expectation {
  readonly failure: Failure;
  /** What it asks for an answer that it leaves. */
  readonly endless: string;
}

/** Asks a recipe as a client does: an answer, a failure, and one that it leaves. */
export async function checkAnswers(
  { port, model }: Project,
  { failure, endless }: Expectation,
): Promise<void> {
  const ask = (question: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/answer?q=${question}`, {
      // A compressed answer that ends too early is noticed by its compression alone.
      headers: { "accept-encoding": "identity" },
      signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...signal ? [signal] : []]),
    });
  assertEquals(await (await ask("hello")).text(), ANSWER.join(""));
  await checkFailure(() => ask(FAILING), failure);

  const left = model.nextLeft();
  const controller = new AbortController();
  const answer = await ask(endless, controller.signal);
  const { value } = await answer.body!.getReader().read();
  assert(new TextDecoder().decode(value).startsWith(ANSWER[0]!));
  controller.abort();
  await within(left, "The request to the model went on after its client had left");
}

async function checkFailure(ask: () => Promise<Response>, failure: Failure): Promise<void> {
  if (failure === "a broken answer") {
    const outcome = await ask().then(async (answer) => answer.ok && await answer.text())
      .catch((error: Error) => error);
    assert(outcome === false || outcome instanceof Error, `Expected a failure, got "${outcome}"`);
    return;
  }
  const answer = await ask();
  const words = failure === "an empty answer" ? "" : "Provider request failed (500)";
  assertEquals(await answer.text(), words);
  assertEquals(answer.status, failure === "its words and 502" ? 502 : 200);
}

/** Runs the page of the recipe in Chromium, whose requests go to the recipe's own server. */
export async function checkEvents({ folder, port, model }: Project): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const origin = `http://127.0.0.1:${port}`;
    const script = await Deno.readTextFile(`${folder}/page.js`);
    const html = await Deno.readTextFile(`${folder}/page.html`);
    await page.route(
      `${origin}/`,
      (route) => route.fulfill({ body: html, contentType: "text/html" }),
    );
    await page.route(
      `${origin}/page.js`,
      (route) => route.fulfill({ body: script, contentType: "text/javascript" }),
    );
    await page.goto(`${origin}/`);
    const ask = async (question: string, expected: string) => {
      await page.evaluate((text) => (globalThis as unknown as AskingPage).ask(text), question);
      await page.waitForFunction(
        (text) => document.querySelector("p")!.textContent === text,
        expected,
      );
    };
    const isClosed = () =>
      page.waitForFunction(() => (globalThis as unknown as AskingPage).source.readyState === 2);
    await ask("hello", ANSWER.join(""));
    await isClosed();
    await ask(FAILING, "Provider request failed (500)");
    await isClosed();
    const left = model.nextLeft();
    await ask(ENDLESS, ANSWER[0]!);
    await page.evaluate(() => (globalThis as unknown as AskingPage).source.close());
    await within(left, "The request to the model went on after its source was closed");
  } finally {
    await browser.close();
  }
}

interface AskingPage {
  source: EventSource;
  ask(question: string): void;
}

/** What a promise gives, or an error once the patience is over. */
export async function within<T>(promise: Promise<T>, complaint: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(complaint)), PATIENCE_MS);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks for an endless answer by a program that leaves it, and waits until the model knows. */
export async function checkLeaving(
  model: ModelServer,
  leave: () => Promise<unknown>,
): Promise<void> {
  const left = model.nextLeft();
  await leave();
  await within(left, "The request to the model went on after its client had left");
}
