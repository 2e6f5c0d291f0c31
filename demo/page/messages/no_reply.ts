// Copyright 2026 the Rivulet authors. MIT license.

/** What to say of a remote service from which nothing comes back: a page cannot know why. */
export function noReply(host: string): string {
  return `No reply from ${host}. ` +
    "You may be offline, the address may be wrong, or it does not allow calls from web pages.";
}
