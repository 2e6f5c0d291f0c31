// Copyright 2026 the Rivulet authors. MIT license.

import type { Cell } from "./cell.ts";
import { byId } from "./dom.ts";
import type { Settings } from "./settings.ts";

/** Shows the page in the colours that were picked. */
export function showTheme(theme: Settings["theme"]): void {
  document.documentElement.dataset["theme"] = theme;
}

/** Lets the person pick the colours. */
export function watchTheme(settings: Cell<Settings>): void {
  const select = byId<HTMLSelectElement>("theme");
  select.value = settings.get().theme;
  select.addEventListener("change", () => {
    settings.set({ ...settings.get(), theme: select.value as Settings["theme"] });
  });
}
