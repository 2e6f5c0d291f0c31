// Copyright 2026 the Rivulet authors. MIT license.

import { type Attributes, button } from "../dom.ts";
import { say } from "../status.ts";
import { copyText } from "./copy.ts";

/** How long the button says that it has worked. */
const SAID_MS = 2000;

/** A button that copies a text, and says so. */
export function createCopyButton(
  readText: () => string,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = button("Copy", copy, attributes);

  async function copy(): Promise<void> {
    const words = await copyText(readText()) ? "Copied" : "Not allowed";
    made.textContent = words;
    say(`${words}.`);
    setTimeout(() => made.textContent = "Copy", SAID_MS);
  }
  return made;
}
