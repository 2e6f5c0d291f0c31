// Copyright 2026 the Rivulet authors. MIT license.

import { readBoundedText, TooLongError } from "../shared/bounded_text.ts";
import { withoutSlashes } from "../shared/without_slashes.ts";
import { readStarList, type StarList } from "./github_star.ts";
import type { Repository } from "./repository.ts";

/** One page of a person's stars, newest first. */
export interface StarsPage {
  readonly number: number;
  readonly repositories: readonly Repository[];
  /** How many entries of the page are no repositories. */
  readonly unreadable: number;
  /** How many pages there are, as far as is known. */
  readonly lastPage: number;
}

/** How to reach GitHub, or a GitHub Enterprise server. */
export interface GitHubAccess {
  /** @default {"https://api.github.com"} */
  readonly apiUrl?: string | undefined;
  /**
   * Raises GitHub's limit from 60 to 5,000 requests an hour. It goes to the server of `apiUrl`, and
   * must have been given for that one.
   */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How long to wait between two pages. @default {0} */
  readonly pauseMs?: number | undefined;
  /** How long a page may take. @default {no limit} */
  readonly limitMs?: number | undefined;
}

/** GitHub did not give a page of stars. */
export class GitHubError extends Error {
  override readonly name = "GitHubError";
  /** The HTTP status; 0 where nothing came back. */
  readonly status: number;
  /** When GitHub answers again, where a limit of its is used up. */
  readonly limitedUntil: Date | undefined;
  /** GitHub's own words. */
  readonly reason: string | undefined;
  /** It is not the limit of an hour: requests came too fast. */
  readonly isPause: boolean;
  /** Another name may help. */
  readonly isUnknownName: boolean;

  constructor(
    message: string,
    status: number,
    details: {
      limitedUntil?: Date;
      isPause?: boolean;
      isUnknownName?: boolean;
      reason?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.status = status;
    this.limitedUntil = details.limitedUntil;
    this.reason = details.reason;
    this.isPause = details.isPause === true;
    this.isUnknownName = details.isUnknownName === true;
  }
}

export const PAGE_SIZE = 100;

/** How many requests it takes to read a list of this length. */
export function requestsFor(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** A page of GitHub has some 600 KB; a server that packs it well can send any amount. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** A hundred repositories hold some 12,000 values. */
const MAX_PAGE_PARTS = 100_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A hundred thousand stars: a server can tell of any number, and never end. */
const MAX_PAGES = 1000;

/**
 * Reads a person's public stars, one page after another as GitHub asks for. Throws a GitHubError
 * where a page does not come; the pages before it are read all the same.
 */
export async function* readStars(
  user: string,
  firstPage: number,
  { apiUrl = "https://api.github.com", token, signal, limitMs, pauseMs = 0 }: GitHubAccess = {},
): AsyncGenerator<StarsPage> {
  let announced = firstPage;
  for (let number = firstPage;; number++) {
    const query = `per_page=${PAGE_SIZE}&page=${number}&sort=created&direction=desc`;
    const url = `${withoutSlashes(apiUrl)}/users/${encodeURIComponent(user)}/starred?${query}`;
    const { response, text } = await ask(url, {
      headers: {
        // With the date of each star. No other header: a browser would ask for permission first.
        Accept: "application/vnd.github.star+json",
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      signal: signal ?? null,
      // It would lead to a host that nobody has named.
      redirect: "manual",
    }, limitMs);
    if (!response.ok) throw refusal(response, text, user);
    const { repositories, unreadable } = readPage(text, url);
    const link = response.headers.get("link");
    const lastPage = Math.min(lastPageOf(link, number), MAX_PAGES);
    // The last page of GitHub still tells of those before it.
    if (link === null && number < announced) {
      throw new GitHubError(`The list ended at page ${number} of ${announced}.`, 0);
    }
    yield { number, repositories, unreadable, lastPage };
    if (number >= lastPage) return;
    announced = lastPage;
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function ask(
  url: string,
  init: RequestInit,
  limitMs: number | undefined,
): Promise<{ response: Response; text: string }> {
  const limit = limitMs === undefined ? undefined : AbortSignal.timeout(limitMs);
  const signals = [init.signal, limit].filter((signal) => signal instanceof AbortSignal);
  const signal = limit === undefined ? init.signal ?? null : AbortSignal.any(signals);
  let response: Response | undefined;
  try {
    response = await fetch(url, { ...init, signal });
    const text = await readBoundedText(response, {
      limitBytes: MAX_PAGE_BYTES,
      limitParts: MAX_PAGE_PARTS,
      signal,
    });
    return { response, text };
  } catch (cause) {
    init.signal?.throwIfAborted();
    const message = cause instanceof TooLongError
      ? `${new URL(url).host} does not answer like GitHub.`
      : limit?.aborted
      ? `GitHub did not answer within ${limitMs! / 1000} s.`
      : response === undefined
      ? "GitHub does not answer. You may be offline."
      : "The answer of GitHub broke off.";
    throw new GitHubError(message, 0, { cause });
  }
}

/** A proxy, or a wrong address, answers with a page of its own. */
function readPage(text: string, url: string): StarList {
  try {
    return readStarList(JSON.parse(text));
  } catch (cause) {
    throw new GitHubError(`${new URL(url).host} does not answer like GitHub.`, 0, { cause });
  }
}

function refusal(response: Response, text: string, user: string): GitHubError {
  const { status, headers } = response;
  if (status === 404) {
    return new GitHubError(`No GitHub user called ${user}.`, status, { isUnknownName: true });
  }
  // A browser shows nothing of a redirect but that it is one.
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    return new GitHubError(
      `GitHub sends to another address, which is not followed: ${user} may have a new name.`,
      status,
      { isUnknownName: true },
    );
  }
  if (status === 401) return new GitHubError("GitHub refused the token.", status);
  if (isLimit(response, text)) {
    const isPause = headers.get("x-ratelimit-remaining") !== "0";
    const until = isPause ? pauseEnd(headers) : limitEnd(headers);
    const clock = until.toLocaleTimeString([], {
      hour: "2-digit",
      minute: "2-digit",
      hour12: false,
    });
    const message = isPause
      ? `GitHub asks for a pause until ${clock}: too many requests came at once.`
      : `GitHub's hourly limit is used up until ${clock}.`;
    return new GitHubError(message, status, { limitedUntil: until, isPause });
  }
  // Such as an organization that wants the token to be allowed first.
  if (status === 403) {
    return new GitHubError("GitHub refuses this request.", status, { reason: reasonIn(text) });
  }
  const wait = status >= 500 ? " Try again in a moment." : "";
  return new GitHubError(`GitHub had a problem (${status}).${wait}`, status);
}

/** Whether a limit is used up: that of an hour, or one for too many requests at once. */
function isLimit({ status, headers }: Response, text: string): boolean {
  if (status === 429) return true;
  const isTold = headers.get("x-ratelimit-remaining") === "0" || headers.has("retry-after");
  const reason = reasonIn(text) ?? "rate limit";
  return status === 403 && (isTold || /rate limit|abuse|too many/i.test(reason));
}

/** GitHub's words about what it refuses. */
function reasonIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" && message !== "" ? message : undefined;
  } catch {
    return undefined; // The page of a proxy.
  }
}

/** The limit of an hour ends within one, whatever this computer's clock makes of its end. */
function limitEnd(headers: Headers): Date {
  const reset = Number(headers.get("x-ratelimit-reset")) * 1000;
  const now = Date.now();
  return new Date(reset > now && reset <= now + HOUR_MS ? reset : now + MINUTE_MS);
}

/** GitHub wants a minute of silence where it does not say for how long. */
function pauseEnd(headers: Headers): Date {
  const wait = headers.get("retry-after") ?? "";
  const waitMs = /^\d+$/.test(wait) ? Number(wait) * 1000 : Date.parse(wait) - Date.now();
  return new Date(Date.now() + (waitMs > 0 && waitMs <= HOUR_MS ? waitMs : MINUTE_MS));
}

/**
 * How many pages there are, as far as the link header of one tells: some servers name the next page
 * and no last one. A header of any length and form is read once.
 */
function lastPageOf(link: string | null, number: number): number {
  const parts = link?.split(",") ?? [];
  const last = parts.find((part) => /;\s*rel\s*=\s*"?last\b/i.test(part));
  const page = Number(/[?&]page=(\d+)/.exec(last ?? "")?.[1] ?? 0);
  const hasNext = parts.some((part) => /;\s*rel\s*=\s*"?next\b/i.test(part));
  return Math.max(page, hasNext ? number + 1 : number);
}
