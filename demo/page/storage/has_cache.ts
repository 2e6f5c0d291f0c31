// Copyright 2026 the Rivulet authors. MIT license.

/** Whether there is a cache of this name. To open one that is not there would make it. */
export async function hasCache(name: string): Promise<boolean> {
  try {
    return await caches.has(name);
  } catch {
    // This browser has no caches, or lets this page keep nothing.
    return false;
  }
}

/** The caches whose names begin so. */
export async function cachesOf(start: string): Promise<string[]> {
  try {
    return (await caches.keys()).filter((name) => name.startsWith(start));
  } catch {
    return [];
  }
}
