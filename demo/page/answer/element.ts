// Copyright 2026 the Rivulet authors. MIT license.

// For the text of an answer alone, which only ever grows: all else on the page is a view.

/** Attributes of an element; `false` and undefined leave one out. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Creates an element with attributes and children. Text stays text: nothing here reads HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (typeof value === "string") made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** A button that does something. */
export function button(
  label: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", onClick);
  return made;
}
