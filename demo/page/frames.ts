// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Whether another page shows this one inside itself, where a click could be stolen. A host that can
 * send headers forbids it by them; this is for those that cannot.
 */
export function isFramed(): boolean {
  return globalThis.top !== globalThis.self;
}

/** Says so in the place of the page, with the way to it. */
export function refuseFrame(place: HTMLElement): void {
  const words = document.createElement("p");
  words.className = "panel";
  const link = document.createElement("a");
  link.href = location.href;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.textContent = "Open it by itself";
  words.append("Ask your stars does not run inside another page. ", link, ".");
  place.replaceChildren(words);
}
