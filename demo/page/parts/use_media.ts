// Copyright 2026 the Rivulet authors. MIT license.

import { useEffect, useState } from "preact/hooks";

/** Where the question box stands at the bottom. */
export const PHONE = "(max-width: 32.5em)";

/** Whether the window is as the query says, now and later. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = (): void => setMatches(list.matches);
    follow();
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, [query]);
  return matches;
}

/** On a touch keyboard Enter is the only way to a new line. */
export function hasTouchKeyboard(): boolean {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}
