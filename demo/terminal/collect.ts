// Copyright 2026 the Rivulet authors. MIT license.

import { GitHubError } from "../stars/github.ts";
import type { Collection } from "../stars/repository.ts";
import { sampleCollection } from "../stars/sample.ts";
import { type SavedStars, syncStars } from "../stars/star_sync.ts";
import type { Report } from "./report.ts";
import { loadStars, saveStars } from "./saved_stars.ts";

/** New stars are looked for once a day. */
const FRESH_MS = 24 * 60 * 60 * 1000;

/** The sample, or the stars of a user, as far as they can be read. */
export async function collect(
  user: string | undefined,
  report: Report,
  signal: AbortSignal,
): Promise<Collection> {
  if (user === undefined) return sampleCollection;
  let stars = await loadStars(user);
  if (stars === undefined || !isFresh(stars)) {
    try {
      for await (stars of syncStars(user, stars, gitHubAccess(signal))) {
        await saveStars(stars);
        if (stars.nextPage !== undefined) report.note(progress(stars));
      }
    } catch (error) {
      // What has been read is worth a search; with nothing read, the failure is the answer.
      if (signal.aborted || !(error instanceof GitHubError) || stars === undefined) throw error;
      report.note(`${progress(stars)} ${error.message}`);
    }
  }
  return { title: titleOf(user, stars), repositories: stars?.repositories ?? [] };
}

function gitHubAccess(signal: AbortSignal) {
  return {
    apiUrl: Deno.env.get("GITHUB_API_URL") || undefined,
    token: Deno.env.get("GITHUB_TOKEN") || undefined,
    signal,
  };
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
