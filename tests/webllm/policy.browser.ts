// Copyright 2026 the Rivulet authors. MIT license.

// The Content Security Policy that the docs name, and what is told where it forbids the engine.

import { assertEquals } from "@std/assert";
import type { Question } from "./support/page.ts";
import { chat } from "./support/page_halves.ts";
import { assertFails, test } from "./support/visit.ts";

const MODEL = chat.question.model;

const SCRIPT = "script-src 'self' 'wasm-unsafe-eval'";
const WORKER = "worker-src 'self'";
const CONNECT = "connect-src 'self'";

/** One with an engine on the page itself. */
const FOR_PAGE = `default-src 'none'; ${SCRIPT}; ${CONNECT}`;
/** One with a worker: it runs no program and fetches nothing, its worker does. */
const WITH_WORKER = `default-src 'none'; script-src 'self'; ${WORKER}`;

function ask(setup: Question["setup"]): Question {
  return { ...chat.question, setup, allow: true };
}

const allowed: [setup: Question["setup"], policies: Record<string, string>][] = [
  ["scripted page", { "/": FOR_PAGE }],
  // A worker has the policy of its own file's answer, and none of the page's.
  ["scripted worker", { "/": WITH_WORKER, "/opened_worker.js": FOR_PAGE }],
];

for (const [setup, policies] of allowed) {
  test(
    `a ${setup} answers under the Content Security Policy of the docs`,
    async ({ page }) => {
      assertEquals((await page.ask(ask(setup))).tokens, chat.result.tokens);
    },
    { policies },
  );
}

const NO_PROGRAM =
  `Allow 'wasm-unsafe-eval' in script-src of the Content Security Policy, which forbids to run "${MODEL}"`;
const NO_FILES =
  `Allow the hosts of "${MODEL}" in connect-src of the Content Security Policy, which forbids to fetch it`;
const NO_WORKER =
  "Allow the file of the worker in worker-src of the Content Security Policy, which forbids it";

const without = {
  program: `default-src 'none'; script-src 'self'; ${CONNECT}`,
  files: `default-src 'none'; ${SCRIPT}`,
  worker: `${SCRIPT}; ${CONNECT}; worker-src 'none'`,
};

const forbidden: [setup: Question["setup"], policies: Record<string, string>, message: string][] = [
  ["page", { "/": without.program }, NO_PROGRAM],
  // Its tokenizer is a program too.
  ["scripted page", { "/": without.program }, NO_PROGRAM],
  ["worker", { "/": WITH_WORKER, "/page_worker.js": without.program }, NO_PROGRAM],
  ["page", { "/": without.files }, NO_FILES],
  ["worker", { "/": WITH_WORKER, "/page_worker.js": without.files }, NO_FILES],
  ["worker", { "/": without.worker }, NO_WORKER],
];

for (const [setup, policies, message] of forbidden) {
  test(
    `a ${setup} names the directive that forbids the engine under ${JSON.stringify(policies)}`,
    async ({ page }) => assertFails(await page.ask(ask(setup)), "unsupported", message),
    { policies },
  );
}

test(
  "a page blames no policy that forbids something else for a file that does not come",
  async ({ page, site, tab }) => {
    site.statuses.set("mlc-chat-config.json", 503);
    await tab.evaluate(() => {
      setInterval(() => fetch("https://elsewhere.test/").catch(() => {}), 5);
    });
    assertFails(
      await page.ask(ask("page")),
      "engine",
      `Check the connection and try again, a file of "${MODEL}" could not be downloaded`,
    );
  },
  { policies: { "/": FOR_PAGE } },
);
