// Copyright 2026 the Rivulet authors. MIT license.

// The composable in a component of Vue, in jsdom.

import process from "node:process";
import { JSDOM } from "jsdom";
import { walkThrough } from "./answer_walk.mjs";

const { window } = new JSDOM("<main></main>");
const { document, Element, HTMLElement, Node, SVGElement } = window;
Object.assign(globalThis, { window, document, Element, HTMLElement, Node, SVGElement });
const { createApp, h } = await import("vue");
const { useAnswer } = await import("./vue_answer.ts");

const QUESTIONS = ["hello", "endless", "failing"];
const app = createApp({
  setup() {
    const { answer, state, ask, stop } = useAnswer();
    const button = (name, onClick) => h("button", { name, onClick });
    return () => [
      h("p", `${state.value}: ${answer.value}`),
      ...QUESTIONS.map((question) => button(question, () => ask(question))),
      button("stop", stop),
    ];
  },
});
const main = document.querySelector("main");
app.mount(main);
await walkThrough(main);
app.unmount();
process.stdout.write("passed");
