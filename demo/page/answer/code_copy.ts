// Copyright 2026 the Rivulet authors. MIT license.

import { copyText } from "../parts/copy_button.tsx";
import { button } from "./element.ts";
import type { Sources } from "./sources.ts";

/** How long the button says that it has worked. */
const SAID_MS = 2000;

/** A button that copies the code of a block. */
export function createCodeCopy(code: HTMLElement, { say }: Sources): HTMLButtonElement {
  const copy = async (): Promise<void> => {
    const words = await copyText(code.textContent) ? "Copied" : "Not allowed";
    made.textContent = words;
    say(`${words}.`);
    setTimeout(() => made.textContent = "Copy", SAID_MS);
  };
  const made = button("Copy", () => void copy(), {
    "class": "copy-code",
    "aria-label": "Copy the code",
  });
  return made;
}
