// Copyright 2026 the Rivulet authors. MIT license.

/** Hands a text to the person as a file. */
export function saveFile(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
