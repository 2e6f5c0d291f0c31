// Copyright 2026 the Rivulet authors. MIT license.

/** Whether there is a cache of this name. To open one that is not there would make it. */
export async function hasCache(name: string): Promise<boolean> {
  return (await cacheNames()).includes(name);
}

/** All caches of the page's origin. */
export async function cacheNames(): Promise<string[]> {
  try {
    return await caches.keys();
  } catch {
    // This browser has no caches, or lets this page keep nothing.
    return [];
  }
}
