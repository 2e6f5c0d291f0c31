// Copyright 2026 the Rivulet authors. MIT license.

import { hasTouchKeyboard } from "./parts/touch_keyboard.ts";

const TARGETS = "button, a[href], summary, select, textarea, input, [tabindex]";

/**
 * Where what had the focus is gone, the nearest thing that is left takes it, and never the page as a
 * whole: there a keyboard would start anew, and a screen reader lose its place.
 */
export function keepFocus(): void {
  let path: Element[] = [];
  addEventListener("focusin", ({ target }) => path = pathOf(target as Element));
  // Whoever clicks beside everything wants the focus nowhere.
  addEventListener("pointerdown", () => path = []);
  const observer = new MutationObserver(() => {
    const [last] = path;
    if (last === undefined || isUsable(last)) return;
    if (document.activeElement !== document.body && document.activeElement !== last) return;
    const targets = path.filter(({ isConnected }) => isConnected)
      .flatMap((place) => [...place.querySelectorAll<HTMLElement>(TARGETS)]);
    targets.find((target) => isUsable(target) && !bringsKeyboard(target))?.focus();
  });
  const attributeFilter = ["disabled"];
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
}

/** An element, and all that it stands in, from the inside. */
function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let place: Element | null = element; place !== null; place = place.parentElement) {
    path.push(place);
  }
  return path;
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility();
}

function bringsKeyboard(element: Element): boolean {
  return hasTouchKeyboard() && element.matches("textarea, input");
}
