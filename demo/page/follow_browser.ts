// Copyright 2026 the Rivulet authors. MIT license.

import { effect } from "@preact/signals";
import { scriptUrl } from "./platform/trusted_urls.ts";
import { formatPlural } from "./messages/format.ts";
import type { State } from "./state/state.ts";
import { watchSettings } from "./storage/settings.ts";

/** A pause in typing this long is worth a word about the matches. */
const QUIET_MS = 700;

const TICK_MS = 1000;

/** Keeps the state and the browser in step: the network, the colours, the clock. */
export function followBrowser(state: State): void {
  const follow = (): void => void (state.isOnline.value = navigator.onLine);
  addEventListener("online", follow);
  addEventListener("offline", follow);
  follow();
  effect(() => {
    document.documentElement.dataset["theme"] = state.settings.value.theme;
  });
  // Other tabs change the settings as well. The list stays: it is what a person looks at here.
  watchSettings((settings) => {
    if (!state.isDeleted.peek()) state.settings.value = settings;
  });
  effect(() => tickWhileBusy(state));
  effect(() => sayMatches(state));
  followVersions(state);
}

/** Says that there is a newer version than the one that is open. */
async function followVersions(state: State): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.register(scriptUrl("service_worker.js"));
    registration?.addEventListener("updatefound", () => {
      const { installing, active } = registration;
      // The first one of all is no newer one.
      if (active === null) return;
      installing?.addEventListener("statechange", () => {
        if (installing.state === "installed") state.hasNewVersion.value = true;
      });
    });
    addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") registration?.update().catch(() => {});
    });
  } catch {
    // Where it is not allowed, the page just needs the network.
  }
}

/** A clock that nobody watches does not tick. */
function tickWhileBusy({ now, isBusy }: State): (() => void) | undefined {
  if (!isBusy.value) return undefined;
  const tick = (): void => void (now.value = performance.now());
  tick();
  const timer = setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
}

/** Says how many matches there are, once nothing newer is typed for a moment. */
function sayMatches({ found, question, asked, isChanged, said }: State): (() => void) | undefined {
  const total = found.value?.total;
  // Once the question is asked, its answer has the word.
  if (total === undefined || question.value.trim() === "") return undefined;
  if (asked.value !== undefined && !isChanged.value) return undefined;
  const words = `${formatPlural(total, "match", "matches")}.`;
  const timer = setTimeout(() => said.value = words, QUIET_MS);
  return () => clearTimeout(timer);
}
