// Copyright 2026 the Rivulet authors. MIT license.

// The readers of features, on features that are planted.

import { assertEquals, assertThrows } from "@std/assert";
import type { Floor } from "./compat_data.ts";
import { newScriptFeatures } from "./script_features.ts";
import { newStyleFeatures } from "./style_features.ts";

const FLOOR: Floor = { chrome: 110, firefox: 110, safari: 16.3 };

const PLANTED: [what: string, script: string, found: string[]][] = [
  ["a new function of an old object", "Promise.try(work);", ["Promise.try"]],
  ["a new method, on whatever object", "bytes().toBase64();", [".toBase64"]],
  ["a new method of a variable", "let list = f(); list.toSpliced(1);", [".toSpliced"]],
  ["a new global", "scheduler.yield();", ["scheduler", ".yield"]],
  ["a new global behind another", "globalThis.CompressionStream;", ["CompressionStream"]],
  ["new syntax in classes", "class A { static { f(); } }", ["static block"]],
  ["new syntax in patterns", "/(?<=a)b/v.test(text);", ["lookbehind", "flag v"]],
  ["a module that waits", "const a = await f();", ["await of a module"]],
  ["a function that waits", "const a = async () => await f();", []],
  ["an old name", "list.map(f); structuredClone(a); Promise.all(b);", []],
  ["a method of its own", "const a = { toSpliced() {} }; a.toSpliced();", []],
  ["a variable of its own", "const scheduler = f(); g(scheduler);", []],
];

for (const [what, script, found] of PLANTED) {
  Deno.test(`newScriptFeatures() tells ${what}`, () => {
    assertEquals([...newScriptFeatures([script], FLOOR).keys()].sort(), found.toSorted());
  });
}

Deno.test("newScriptFeatures() takes the scripts of a build together", () => {
  const scripts = ["a.toSpliced();", "export const b = { toSpliced() {} };"];
  assertEquals([...newScriptFeatures(scripts, FLOOR).keys()], []);
});

for (
  const script of [
    "using a = f();",
    "/(?i:a)/.test(b);",
    'import a from "b" with { type: "json" };',
  ]
) {
  Deno.test(`newScriptFeatures() refuses ${script}`, () => {
    assertThrows(() => newScriptFeatures([script], FLOOR), SyntaxError);
  });
}

const STYLES: [styles: string, found: string[]][] = [
  ["p { color: light-dark(#000, #fff) }", ["light-dark()"]],
  ["p { text-wrap: pretty }", ["text-wrap", "text-wrap: pretty"]],
  ["p { width: 1cqi }", []],
  ["p { width: 1dvh; height: 1rex }", ["1rex"]],
  ["@starting-style { p { color: red } }", ["@starting-style"]],
  ["@media (width < 3px) { p { color: red } }", ["(a < b)"]],
  ["@media (scripting: none) { p { color: red } }", ["(scripting)"]],
  ["p { & a { color: red } }", ["&", "a rule in a rule"]],
  ["p:has(a) { color: red }", [":has"]],
  ["p::details-content { color: red }", [":details-content"]],
  ["p { color: red; --own: 1; display: grid }", []],
];

for (const [styles, found] of STYLES) {
  Deno.test(`newStyleFeatures() finds what is new in ${styles}`, () => {
    assertEquals([...newStyleFeatures(styles, FLOOR).keys()].sort(), found.toSorted());
  });
}
