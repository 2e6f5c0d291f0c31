// Copyright 2026 the Rivulet authors. MIT license.

// What has the focus. All of it runs in the page.

/** Counts from now on how often nothing has the focus for two frames. */
export function watchFocus(): void {
  const counts = globalThis as unknown as { lost: number };
  counts.lost = 0;
  let frames = 0;
  const look = (): void => {
    frames = document.activeElement === document.body ? frames + 1 : 0;
    if (frames === 2) counts.lost++;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** How often that was. */
export function lostFocus(): number {
  return (globalThis as unknown as { lost: number }).lost;
}

/** What has the focus, by id or words, and whether that shows. */
export function focused(): [name: string, shows: boolean] {
  const element = document.activeElement as HTMLElement;
  const shown = [element, element.closest(".question-box, .choice") ?? element];
  return [
    element.getAttribute("aria-label") ?? (element.id || element.innerText),
    shown.map((part) => getComputedStyle(part)).some(({ outlineStyle, outlineWidth }) =>
      outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
    ),
  ];
}
