// Copyright 2026 the Rivulet authors. MIT license.

// Whose stars this tab searches: the settings know the list that was picked last, in whichever tab.

import { readUserName } from "../../stars/user_name.ts";
import { TAB_USER } from "./own_names.ts";

/** Notes it for a reload of this tab; undefined for the sample. */
export function noteTabUser(user: string | undefined): void {
  try {
    // A first visit keeps nothing.
    if (user === undefined && sessionStorage.getItem(TAB_USER) === null) return;
    sessionStorage.setItem(TAB_USER, user ?? "");
  } catch {
    // Where a browser keeps nothing, the settings tell.
  }
}

/** The user of this tab, undefined for the sample; what the settings say where it has none yet. */
export function tabUserOr(user: string | undefined): string | undefined {
  try {
    const noted = sessionStorage.getItem(TAB_USER);
    return noted === null ? user : readUserName(noted);
  } catch {
    return user;
  }
}
