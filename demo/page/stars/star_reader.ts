// Copyright 2026 the Rivulet authors. MIT license.

import type { Page } from "../core/page.ts";
import { mayConnect, notYetWords } from "../reach/may_connect.ts";
import { say } from "../actions/actions.ts";
import { readyWords } from "../messages/stars_reading_words.ts";
import type { Came, StarCount, StarsAction, StarsReading } from "../state/stars_reading.ts";
import { type ReadingEnd, type ReadingProgress, readStars } from "../storage/read_stars.ts";
import type { SavedStars } from "../../stars/star_sync.ts";
import type { ExportedList } from "./read_export.ts";
import { GITHUB_API } from "./github_api.ts";
import { endedReading } from "./ended_reading.ts";
import { addStars, showSample, showStars } from "./show_stars.ts";

type ReadingPage = Pick<Page, "state" | "sample" | "keys" | "storage" | "search" | "tabs" | "late">;

/** GitHub's clock and ours may differ a little. */
const SPARE_MS = 1000;

/** GitHub takes one request a second from whoever was too fast. */
const PAUSE_MS = 1000;

/** Reads stars from GitHub, on a click. What came is kept, whatever happens. */
export class StarReader {
  readonly #page: ReadingPage;
  readonly #onWhole: () => void;
  #running: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Between two pages, once GitHub has asked for a pause. */
  #pauseMs = 0;
  /** The reading that the buttons of a banner go on with. */
  #last: { user: string; anew: boolean } | undefined;

  /** `onWhole` hears that a list has been read to its end. */
  constructor(page: ReadingPage, onWhole: () => void) {
    this.#page = page;
    this.#onWhole = onWhole;
  }

  /** Reads a user's stars: those that are not known yet, or all of them anew. */
  async read(user: string, { anew = false } = {}): Promise<void> {
    this.cancel();
    const controller = this.#running = new AbortController();
    this.#last = { user, anew };
    const { state, storage, keys } = this.#page;
    state.linkedUser.value = undefined;
    let came: Came = { user, came: undefined, isStaged: false };
    this.#show({ kind: "reading", ...came });
    const saved = await storage.loadStars(user);
    if (this.#running !== controller) return;
    if (saved !== undefined && !this.#isShown(user)) showStars(saved, this.#page);
    const { gitHubApiUrl: apiUrl = GITHUB_API } = state.settings.peek();
    if (!mayConnect(apiUrl)) return this.#askToAllow(user, apiUrl);
    const token = keys.get(apiUrl);
    const end = await readStars(user, {
      storage,
      anew,
      access: { apiUrl, token, signal: controller.signal, pauseMs: this.#pauseMs },
      onPage: (progress) => {
        if (this.#running !== controller) return;
        const { count, total, isStaged } = progress;
        came = { user, came: { count, total }, isStaged };
        this.#take(progress);
        this.#show({ kind: "reading", ...came });
      },
    });
    if (this.#running !== controller) return;
    this.#running = undefined;
    came = { ...came, came: came.came ?? this.#countOf(user) };
    this.#end(end, { ...came, hasToken: token !== undefined });
  }

  /** Another tab has entered this address, say. */
  #askToAllow(user: string, apiUrl: string): void {
    this.#running = undefined;
    this.#show({ kind: "failed", user, message: notYetWords([apiUrl]), isUnknownName: false });
    this.#page.state.dialog.value = { kind: "stars", user };
  }

  /** Takes a list from a file; what is kept of the same user stays, with what is new behind it. */
  async take({ user, repositories }: ExportedList, writtenAt: number): Promise<void> {
    this.cancel();
    this.#running = undefined;
    const { storage, tabs, state } = this.#page;
    const saved = await storage.loadStars(user);
    const known = new Set(saved?.repositories.map(({ fullName }) => fullName));
    const fresh = repositories.filter(({ fullName }) => !known.has(fullName));
    const all = [...saved?.repositories ?? [], ...fresh];
    const savedAt = saved?.savedAt ?? new Date(writtenAt).toISOString();
    const total = saved?.nextPage === undefined ? all.length : saved.total;
    const stars: SavedStars = { user, ...saved, repositories: all, total, savedAt };
    await storage.saveStep({ stars, fresh, place: "end" }, "current");
    this.#show({ kind: "idle" });
    showStars(stars, this.#page);
    tabs.tell({ kind: "stars", login: user.toLowerCase() });
    say(state, readyWords(user, stars));
    this.#onWhole();
  }

  /** What came is kept. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
  }

  useSample(): void {
    this.cancel();
    this.#running = undefined;
    this.#show({ kind: "idle" });
    showSample(this.#page);
  }

  /** Does what a button of the banner says. */
  act(action: StarsAction): void {
    const { state } = this.#page;
    const reading = state.starsReading.peek();
    const user = "user" in reading ? reading.user : "";
    switch (action) {
      case "cancel":
        if (reading.kind === "limited") {
          clearTimeout(this.#timer);
          return this.#show({ ...reading, goesOn: false });
        }
        return this.cancel();
      case "continue":
      case "try again":
        return void this.#goOn(user);
      case "continue at":
        if (reading.kind === "limited") this.#waitForLimit(reading);
        return;
      case "add a token":
        state.dialog.value = { kind: "stars", focusOn: "token", user };
        return;
      case "try another name":
        state.dialog.value = { kind: "stars", focusOn: "user", user };
        return;
      case "use the sample":
        return this.useSample();
      case "dismiss":
        return this.#show({ kind: "idle" });
    }
  }

  async #goOn(user: string): Promise<void> {
    const anew = this.#last?.user === user && this.#last.anew;
    await this.read(user, { anew });
  }

  #waitForLimit(reading: Extract<StarsReading, { kind: "limited" }>): void {
    if (reading.goesOn) return;
    this.#show({ ...reading, goesOn: true });
    const wait = Math.max(SPARE_MS, reading.until.getTime() - Date.now() + SPARE_MS);
    this.#timer = setTimeout(() => this.#goOn(reading.user), wait);
  }

  #take({ stars, appended, isStaged }: ReadingProgress): void {
    const { state, tabs } = this.#page;
    if (isStaged || stars === undefined) return;
    if (appended !== undefined && this.#isShown(stars.user)) {
      addStars(stars, appended, this.#page);
    } else if (stars.repositories.length > 0) {
      const isSame = this.#isShown(stars.user) &&
        state.stars.peek()?.repositories.length === stars.repositories.length &&
        state.stars.peek()?.repositories[0]?.fullName === stars.repositories[0]?.fullName;
      if (isSame) state.stars.value = stars;
      else showStars(stars, this.#page);
    }
    tabs.tell({ kind: "stars", login: stars.user.toLowerCase() });
  }

  #end(end: ReadingEnd, came: Came & { hasToken: boolean }): void {
    const { user } = came;
    const { state } = this.#page;
    if (end.kind !== "complete") {
      const ended = endedReading(end, came);
      this.#show(ended);
      this.#pauseMs = ended.kind === "limited" && ended.isPause ? PAUSE_MS : 0;
      if (this.#pauseMs > 0 && ended.kind === "limited") this.#waitForLimit(ended);
      return;
    }
    this.#pauseMs = 0;
    const length = this.#isShown(user) ? state.stars.peek()!.repositories.length : 0;
    if (length === 0) return this.#show({ kind: "empty", user });
    this.#show({ kind: "idle" });
    say(state, readyWords(user, state.stars.peek()!));
    this.#onWhole();
  }

  #countOf(user: string): StarCount | undefined {
    const stars = this.#isShown(user) ? this.#page.state.stars.peek() : undefined;
    return stars && { count: stars.repositories.length, total: stars.total };
  }

  #isShown(user: string): boolean {
    return this.#page.state.stars.peek()?.user.toLowerCase() === user.toLowerCase();
  }

  #show(reading: StarsReading): void {
    this.#page.state.starsReading.value = reading;
  }
}
