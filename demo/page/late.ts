// Copyright 2026 the Rivulet authors. MIT license.

// Everything that asks, sets up or deletes: loaded at the first touch of the page.

// Is here already by then. Named, so that a bundler need not cut what both use into a third file.
import "./main.ts";

import { Asking } from "./ask/asking.ts";
import { PageViews } from "./ask/page_views.ts";
import { unloadBrowserEngine } from "./engines/browser_engine.ts";
import { askConsent } from "./engines/browser_consent.ts";
import { EngineDialog } from "./engines/engine_dialog.ts";
import { noteBrowserState, noteRemoteState } from "./engines/engine_states.ts";
import { chooseMeanings } from "./meanings/choose_meanings.ts";
import { createMeanings } from "./meanings/create_meanings.ts";
import { createMeaningsSection } from "./meanings/meanings_section.ts";
import type { Late, Page } from "./page.ts";
import { broaden, createNoMatch } from "./panels/no_match.ts";
import { PrivacyDialog } from "./privacy/privacy_dialog.ts";
import { reasonFor } from "./privacy/reasons.ts";
import { fetchReadme } from "./readmes/fetch_readme.ts";
import { StarsDialog } from "./stars/stars_dialog.ts";

/** Makes the late parts and connects them with the page. */
export function createLate(page: Page): Late {
  const { settings, search, states } = page;
  page.ledger.reasonOf = (url) => reasonFor(url, settings.get());
  const meanings = createMeanings(page);
  const starsDialog = new StarsDialog(page, () => [
    createMeaningsSection(settings.get().meanings, (model) => {
      starsDialog.close();
      chooseMeanings(model, meanings, page);
    }),
  ]);
  const engineDialog = new EngineDialog(page, ({ askAgain }) => askAgain && asking.askAgain());
  const privacyDialog = new PrivacyDialog({
    ...page,
    onRemoved() {
      // The files may be those of the model that is loaded.
      unloadBrowserEngine();
      meanings.unload();
      noteBrowserState(settings.get(), states);
      noteRemoteState(settings.get(), page.keys, states);
    },
    onDeleteAll: page.stopKeeping,
  });
  const views = createViews();
  const asking = new Asking({ ...page, views });

  function createViews(): PageViews {
    return new PageViews({
      ...page,
      onBusy: page.setBusy,
      onStop: () => asking.stop(),
      onAskAgain: (options) => asking.askAgain(options),
      onEngine: (options) => engineDialog.open(options),
      consent: (question) =>
        askConsent(question, {
          ...page,
          onAgree: (asked) => asking.ask(asked, { mayDownload: true }),
          onRefuse: page.showStart,
          onOtherEngine: (picked) => engineDialog.open({ picked, askAgain: true }),
        }),
      noMatch: (question) =>
        createNoMatch(question, { isOwn: settings.get().user !== undefined, ...page }, {
          onBroaden: () => page.setQuestion(broaden(question)),
          onClearFilters() {
            page.filters.clear();
            search.setFilters(page.filters.filters);
          },
        }),
    });
  }

  return {
    ask: (question) => asking.ask(question),
    stop: () => asking.stop(),
    openStars: (focusOn) => starsDialog.open(focusOn),
    openEngine: () => engineDialog.open(),
    openPrivacy: () => privacyDialog.open(),
    fetchReadme,
    restoreMeanings: () => meanings.restore(),
    readMeanings: () => meanings.read(),
    embedQuestion: (question) => meanings.embedQuestion(question),
    get meaningsModel() {
      return meanings.model;
    },
  };
}
