// Copyright 2026 the Rivulet authors. MIT license.

import type { TargetedKeyboardEvent } from "preact";

/** Arrows lead from match to match; Enter opens the one that has the focus, as any link. */
export function moveInList(event: TargetedKeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget;
  const links = [...list.querySelectorAll<HTMLElement>(".name")];
  const current = (event.target as HTMLElement).closest(".card")?.querySelector(".name");
  // In an open menu, a snippet or a field the arrows have work of their own.
  const isOnRow = event.target === current || (event.target as HTMLElement).matches(".card");
  if (!isOnRow || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const place = links.findIndex((link) => link === current);
  const next = nextPlace(event.key, { place, last: links.length - 1 });
  if (next === undefined) return;
  event.preventDefault();
  if (next < 0) document.getElementById("question")?.focus();
  else links[next]?.focus();
}

function nextPlace(
  key: string,
  { place, last }: { place: number; last: number },
): number | undefined {
  if (key === "ArrowDown") return Math.min(place + 1, last);
  if (key === "ArrowUp") return place - 1;
  if (key === "Home") return 0;
  if (key === "End") return last;
  return undefined;
}
