// Copyright 2026 the Rivulet authors. MIT license.

// The stores in a component of Svelte 5, compiled here, in jsdom.

import { writeFile } from "node:fs/promises";
import process from "node:process";
import { JSDOM } from "jsdom";
import { compile } from "svelte/compiler";
import { walkThrough } from "./answer_walk.mjs";

const COMPONENT = `
<script>
  import { onDestroy } from "svelte";
  import { createAnswer } from "./svelte_answer.ts";
  const { answer, state, ask, stop } = createAnswer();
  onDestroy(stop);
</script>
<p>{$state}: {$answer}</p>
{#each ["hello", "endless", "failing"] as question}
  <button name={question} onclick={() => ask(question)}></button>
{/each}
<button name="stop" onclick={stop}></button>
`;

const { window } = new JSDOM("<main></main>");
const names = ["Comment", "Element", "HTMLElement", "HTMLMediaElement", "Node", "Text"];
const { document } = window;
Object.assign(globalThis, { window, document });
for (const name of names) globalThis[name] = window[name];
await writeFile("component.mjs", compile(COMPONENT, { generate: "client" }).js.code);
const { flushSync, mount, unmount } = await import("svelte");
const { default: Component } = await import("./component.mjs");

const main = document.querySelector("main");
const component = mount(Component, { target: main });
flushSync();
await walkThrough(main);
await unmount(component);
process.stdout.write("passed");
