// Copyright 2026 the Rivulet authors. MIT license.

let lateStyle: Promise<void> | undefined;

/** How answers, dialogs and a printed page look: no visit starts with them. */
export function addLateStyle(): Promise<void> {
  return lateStyle ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = "late.css";
    // Without their looks the parts still work.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
