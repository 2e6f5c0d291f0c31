// Copyright 2026 the Rivulet authors. MIT license.

import { type Attributes, element } from "../dom.ts";

export { NAME_PROBLEM, readUserName } from "./user_name_text.ts";

/** A field for a GitHub user name. */
export function createNameInput(attributes: Attributes): HTMLInputElement {
  return element("input", {
    autocomplete: "username",
    autocapitalize: "none",
    spellcheck: "false",
    ...attributes,
  });
}
