// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { readLeftOver } from "../../demo/page/reach/left_over.ts";
import { enteredAddresses } from "../../demo/page/reach/sources.ts";
import { defaultSettings } from "../../demo/page/storage/settings.ts";

Deno.test("readLeftOver() takes a dialog with its addresses, and what stood in the box", () => {
  const dialog = {
    kind: "engine",
    picked: "standard-compatible",
    address: "https://models.example/v1",
    model: "m",
    asksAgain: true,
    focusOn: "key",
  };
  assertEquals(readLeftOver({ dialog, question: "code" }), {
    dialog,
    question: "code",
    settings: undefined,
  } as never);
});

Deno.test("readLeftOver() leaves out what this page does not write", () => {
  const leftOver = readLeftOver({
    dialog: {
      kind: "engine",
      picked: "other",
      address: "https://user:password@models.example",
      model: 3,
      asksAgain: "yes",
      focusOn: "body",
      key: "test-key-of-nobody",
    },
    question: "x".repeat(3000),
    settings: { engines: { "local-a": { baseUrl: "javascript:alert(1)" } }, theme: "pink" },
  });
  assertEquals(leftOver?.question, "");
  assertEquals(leftOver?.settings?.engines, { "local-a": {} });
  assertEquals(leftOver?.settings?.theme, "system");
  assertEquals(Object.values(leftOver!.dialog).filter(Boolean), ["engine"]);
  assertEquals(enteredAddresses(leftOver!.settings!, leftOver!.dialog), []);
  for (const damaged of [null, 3, "text", [], {}, { dialog: { kind: "privacy" } }]) {
    assertStrictEquals(readLeftOver(damaged), undefined);
  }
});

Deno.test("enteredAddresses() are those of the settings and of the dialog", () => {
  const settings = {
    ...defaultSettings,
    engines: { "local-a": { baseUrl: "http://nas.local:11434" }, "webllm": { model: "m" } },
    gitHubApiUrl: "https://git.example/api",
    readmeUrl: "https://raw.git.example",
  };
  const ofSettings = [
    "http://nas.local:11434",
    "https://git.example/api",
    "https://raw.git.example",
  ];
  assertEquals(enteredAddresses(settings), ofSettings);
  assertEquals(
    enteredAddresses(settings, { kind: "engine", address: "https://models.example" }),
    [...ofSettings, "https://models.example"],
  );
});
