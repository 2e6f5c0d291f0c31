// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "../../stars/repository.ts";
import type { SavedStars } from "../../stars/star_sync.ts";
import type { Cell } from "../cell.ts";
import { formatPlural } from "../format.ts";
import type { Searcher } from "../search/searcher.ts";
import type { Settings } from "../settings.ts";
import { say } from "../status.ts";
import type { Keys } from "../engines/keys.ts";
import { StarsBanner } from "./stars_banner.ts";
import type { StarShelf } from "./star_shelf.ts";

/** Where GitHub's API is, unless the settings say otherwise. */
export const GITHUB_API = "https://api.github.com";

/** What the reader needs of the page. */
export interface StarsReaderParts {
  readonly settings: Cell<Settings>;
  readonly keys: Keys;
  readonly shelf: StarShelf;
  readonly searcher: Searcher;
  readonly collection: Cell<Collection>;
  /** What is searched where there are no stars. */
  readonly sample: Collection;
  /** A list has been read to its end. */
  readonly onComplete: () => void;
  /** Opens the place where a token can be entered. */
  readonly onTokenWish: () => void;
  /** Opens the place where another name can be entered. */
  readonly onOtherName: () => void;
}

/** Decides which stars are searched, and reads them. */
export class StarsReader {
  readonly #parts: StarsReaderParts;
  readonly #banner: StarsBanner;
  #running: AbortController | undefined;
  #stars: SavedStars | undefined;

  constructor(parts: StarsReaderParts) {
    this.#parts = parts;
    this.#banner = new StarsBanner({
      onCancel: () => this.cancel(),
      onContinue: (user) => this.read(user),
      onToken: parts.onTokenWish,
      onOtherName: parts.onOtherName,
      onSample: () => this.useSample(),
    });
  }

  get stars(): SavedStars | undefined {
    return this.#stars;
  }

  /** What the last visit searched in. No request. */
  async restore(): Promise<void> {
    const { settings, shelf } = this.#parts;
    const { user } = settings.get();
    const saved = user === undefined ? undefined : await shelf.load(user);
    if (saved === undefined) this.useSample();
    else this.#use(saved);
  }

  useSample(): void {
    this.cancel();
    this.#banner.hide();
    const { settings, searcher, collection, sample } = this.#parts;
    this.#stars = undefined;
    settings.set({ ...settings.get(), user: undefined });
    searcher.replace(sample.repositories);
    collection.set(sample);
  }

  /** Reads a user's stars: those that are not known yet, or all of them anew. */
  async read(user: string, { anew = false } = {}): Promise<void> {
    this.cancel();
    const controller = this.#running = new AbortController();
    const { shelf, settings, keys } = this.#parts;
    if (anew) await shelf.forget(user);
    const saved = await shelf.load(user);
    if (saved !== undefined) this.#use(saved);
    const { gitHubApiUrl: apiUrl = GITHUB_API } = settings.get();
    this.#banner.reading(user, saved);
    const end = await shelf.read(user, {
      saved,
      access: { apiUrl, token: keys.get(apiUrl), signal: controller.signal },
      onPage: ({ stars, fresh }) => {
        this.#take(stars, fresh);
        this.#banner.reading(user, stars);
      },
    });
    if (this.#running !== controller) return;
    this.#running = undefined;
    this.#banner.ended(user, end, this.#isOf(user) ? this.#stars : undefined);
    const count = this.#isOf(user) ? this.#stars!.repositories.length : 0;
    if (end.kind !== "complete" || count === 0) return;
    say(`${formatPlural(count, "star")} of ${user} are ready.`);
    this.#parts.onComplete();
  }

  /** What came is kept. */
  cancel(): void {
    this.#running?.abort();
  }

  #isOf(user: string): boolean {
    return this.#stars?.user.toLowerCase() === user.toLowerCase();
  }

  /** Adds a page to the list, or starts a new list where the newest stars came in front. */
  #take(stars: SavedStars, fresh: SavedStars["repositories"]): void {
    const isAppended = this.#isOf(stars.user) && fresh.length > 0 &&
      stars.repositories.at(-1) === fresh.at(-1);
    if (!isAppended && (fresh.length > 0 || !this.#isOf(stars.user))) return this.#use(stars);
    this.#stars = stars;
    if (fresh.length > 0) this.#parts.searcher.add(fresh);
    this.#parts.collection.set(toCollection(stars));
  }

  #use(stars: SavedStars): void {
    // An empty account is no list to search in.
    if (stars.repositories.length === 0) return;
    const { settings, searcher, collection } = this.#parts;
    this.#stars = stars;
    settings.set({ ...settings.get(), user: stars.user });
    searcher.replace(stars.repositories);
    collection.set(toCollection(stars));
  }
}

function toCollection({ user, repositories }: SavedStars): Collection {
  return { title: `@${user}`, repositories };
}
