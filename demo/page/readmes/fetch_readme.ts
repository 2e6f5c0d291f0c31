// Copyright 2026 the Rivulet authors. MIT license.

import { withoutSlashes } from "../../shared/without_slashes.ts";
import { readProse } from "./prose.ts";

/** How to reach the files of repositories. */
export interface ReadmeAccess {
  /** Such as `https://raw.githubusercontent.com`. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
}

/** A README did not come. */
export class ReadmeError extends Error {
  override readonly name = "ReadmeError";
  /** Whether the next one would not come either: nothing answers, or a limit is used up. */
  readonly isFinal: boolean;

  constructor(message: string, options: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isFinal = options.isFinal;
  }
}

/** Only the first words are wanted, and badges may stand before them. */
const MAX_BYTES = 64 * 1024;

/**
 * The first words of a repository's README; `""` where it has none. Rejects with a ReadmeError
 * where it does not come, and with the signal's reason after an abort.
 */
export async function fetchReadme(
  fullName: string,
  { baseUrl, signal }: ReadmeAccess,
): Promise<string> {
  const { host } = new URL(baseUrl);
  const path = fullName.split("/").map(encodeURIComponent).join("/");
  try {
    // A redirect might lead to another host than the one that was agreed to.
    const response = await fetch(`${withoutSlashes(baseUrl)}/${path}/HEAD/README.md`, {
      redirect: "manual",
      signal,
    });
    if (response.ok) return readProse(await readStart(response));
    await response.body?.cancel();
    if (response.status === 404 || response.type === "opaqueredirect") return "";
    throw refusal(host, response.status);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ReadmeError) throw cause;
    throw new ReadmeError(`No reply from ${host}. You may be offline.`, { isFinal: true, cause });
  }
}

function refusal(host: string, status: number): ReadmeError {
  return status === 403 || status === 429
    ? new ReadmeError(`${host} is limiting requests. Try again later.`, { isFinal: true })
    : new ReadmeError(`${host} had a problem (${status}).`, { isFinal: false });
}

async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body!.getReader();
  let text = "";
  let size = 0;
  try {
    while (size < MAX_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel();
  }
  return text.slice(0, MAX_BYTES);
}
