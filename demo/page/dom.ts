// Copyright 2026 the Rivulet authors. MIT license.

/** An attribute; `true` is an empty one, `false` and `undefined` are none. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Makes an element. Text becomes text nodes, so that no text is ever read as HTML. */
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

/** A link that leaves the page: a new tab, because the answer would be lost here. */
export function outsideLink(address: string, ...children: readonly (Node | string)[]): HTMLElement {
  return element(
    "a",
    { href: address, target: "_blank", rel: "noopener noreferrer nofollow" },
    ...children,
  );
}

/** An element of the page's HTML; throws where the page and its code do not fit together. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`Add an element with the id "${id}" to index.html`);
  return found as T;
}
