// Copyright 2026 the Rivulet authors. MIT license.

import { hostOf } from "../engines/host.ts";
import { type GitHubAccess, GitHubError } from "../stars/github.ts";
import type { Collection } from "../stars/repository.ts";
import { sampleCollection } from "../stars/sample.ts";
import { type SavedStars, syncStars } from "../stars/star_sync.ts";
import type { KeptFiles } from "./kept_files.ts";
import { loadStars, StarKeeper } from "./kept_stars.ts";
import { isAddress, UsageError } from "./option_values.ts";
import { askForHost } from "./permission.ts";
import type { Report } from "./report.ts";
import { readVariable } from "./variables.ts";
import { startWaiting } from "./waiting.ts";

const GITHUB_API = "https://api.github.com";

/** New stars are looked for once a day. */
const FRESH_MS = 24 * 60 * 60 * 1000;

/** GitHub takes a second for a page; after this it will not come. */
const PAGE_LIMIT_MS = 30_000;

/** The sample, or the stars of a user, as far as they can be read. */
export async function collect(
  user: string | undefined,
  files: KeptFiles,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<Collection> {
  if (user === undefined) return sampleCollection;
  const saved = await loadStars(files, user);
  const stars = saved !== undefined && isFresh(saved)
    ? saved
    : await readOn({ user, saved }, files, { report, signal });
  return { title: titleOf(user, stars), repositories: stars?.repositories ?? [] };
}

async function readOn(
  { user, saved }: { user: string; saved: SavedStars | undefined },
  files: KeptFiles,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<SavedStars | undefined> {
  const access = gitHubAccess({ report, signal });
  await askForHost(access.apiUrl!);
  const keeper = new StarKeeper(files);
  const host = hostOf(access.apiUrl ?? GITHUB_API);
  let stars = saved;
  const endWaiting = startWaiting(
    (text) => report.progress("stars", text),
    () => stars === undefined ? `Waiting for ${host}` : progress(stars),
  );
  try {
    for await (stars of syncStars(user, saved, access)) {
      await keeper.offer(stars);
      if (stars.nextPage !== undefined) report.progress("stars", progress(stars));
    }
  } catch (error) {
    // What has been read is worth a search; with nothing read, the failure is the answer.
    if (signal.aborted || !(error instanceof GitHubError) || stars === undefined) throw error;
    const words = error.reason === undefined ? "" : ` GitHub says: ${error.reason}`;
    report.note(`${progress(stars)} ${error.message}${words}`);
  } finally {
    endWaiting();
    await keeper.save();
  }
  return stars;
}

function gitHubAccess({ report, signal }: { report: Report; signal: AbortSignal }): GitHubAccess {
  const apiUrl = readVariable("GITHUB_API_URL") ?? GITHUB_API;
  if (!isAddress(apiUrl)) {
    throw new UsageError(`GITHUB_API_URL must be an http or https address, "${apiUrl}" is none`);
  }
  return { apiUrl, token: tokenFor(apiUrl, report), signal, limitMs: PAGE_LIMIT_MS };
}

/** Each token goes to its own server: GITHUB_TOKEN to GitHub alone, whatever the address is. */
function tokenFor(apiUrl: string, report: Report): string | undefined {
  const token = readVariable("GITHUB_TOKEN");
  if (new URL(apiUrl).origin === GITHUB_API) return token;
  const own = readVariable("GITHUB_ENTERPRISE_TOKEN");
  if (own === undefined && token !== undefined) {
    report.note(
      `GITHUB_TOKEN is for api.github.com and does not go to ${hostOf(apiUrl)}. ` +
        "Set GITHUB_ENTERPRISE_TOKEN for a token of that server.",
    );
  }
  return own;
}

function isFresh({ savedAt, nextPage }: SavedStars): boolean {
  return nextPage === undefined && Date.now() - Date.parse(savedAt) < FRESH_MS;
}

function progress({ user, repositories, total }: SavedStars): string {
  return `Reading @${user}'s stars: ${format(repositories.length)} of about ${format(total)}.`;
}

function titleOf(user: string, stars: SavedStars | undefined): string {
  if (stars === undefined) return `@${user}`;
  const hours = Math.round((Date.now() - Date.parse(stars.savedAt)) / 3_600_000);
  return hours < 1 ? `@${user}` : `@${user} (saved ${hours} h ago)`;
}

function format(count: number): string {
  return count.toLocaleString("en");
}
