// Copyright 2026 the Rivulet authors. MIT license.

// The hook in a component of react-dom, in jsdom.

import assert from "node:assert/strict";
import { JSDOM } from "jsdom";
import { act, createElement, StrictMode } from "react";

const { window } = new JSDOM("<main></main>");
Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true });
const { createRoot } = await import("react-dom/client");
const { useAnswer } = await import("./use_answer.ts");

const main = window.document.querySelector("main");
const root = createRoot(main);

function Page() {
  const { answer, state, ask, stop } = useAnswer();
  const button = (name, onClick) => createElement("button", { key: name, name, onClick });
  const questions = ["hello", "endless", "failing"];
  return [
    createElement("p", { key: "p" }, `${state}: ${answer}`),
    ...questions.map((question) => button(question, () => ask(question))),
    button("stop", stop),
  ];
}

async function press(name) {
  await act(() => main.querySelector(`[name=${name}]`).click());
}

async function shown(text) {
  const end = Date.now() + 10_000;
  while (main.firstChild.textContent !== text) {
    assert(Date.now() < end, `Expected "${text}", got "${main.firstChild.textContent}"`);
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  }
}

await act(() => root.render(createElement(StrictMode, undefined, createElement(Page))));
await press("hello");
await shown("done: Hello 🌍!\n");
await press("failing");
await shown("Provider request failed (500): ");
await press("endless");
await shown("running: Hello");
await press("stop");
await shown("stopped: Hello");
await press("endless");
await shown("running: Hello");
await press("hello");
await shown("done: Hello 🌍!\n");
await press("endless");
await shown("running: Hello");
await act(() => root.unmount());
process.stdout.write("passed");
