// Copyright 2026 the Rivulet authors. MIT license.

/** What another tab holds up is not waited for any longer than this. */
const PATIENCE_MS = 3000;

/** Rejects where something takes longer than a person would wait. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It takes too long")), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
