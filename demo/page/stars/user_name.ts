// Copyright 2026 the Rivulet authors. MIT license.

import { type Attributes, element } from "../dom.ts";

/** What to say of a name that is none. */
export const NAME_PROBLEM = "Enter a GitHub user name, such as ana.";

const NAME =
  /^(?:(?:https?:\/\/)?(?:www\.)?github\.com\/)?@?([a-z\d](?:[a-z\d]|[-_](?=[a-z\d])){0,38})\/?(?:[?#].*)?$/i;

/** A field for a GitHub user name. */
export function createNameInput(attributes: Attributes): HTMLInputElement {
  return element("input", {
    autocomplete: "username",
    autocapitalize: "none",
    spellcheck: "false",
    ...attributes,
  });
}

/**
 * A GitHub user name as people enter it: with an @, or as the address of a profile. Undefined where
 * it is none.
 */
export function readUserName(text: string): string | undefined {
  return NAME.exec(text.trim())?.[1];
}
