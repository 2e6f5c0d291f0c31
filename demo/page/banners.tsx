// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./core/page.ts";
import { Banner } from "./parts/banner.tsx";
import { troublesOf } from "./messages/troubles.ts";
import { ReadingBanners } from "./lazy_views.ts";

/** What goes on beside the question, a line for each. */
export function Banners(): JSX.Element {
  const { state } = usePage();
  const isReading = state.linkedUser.value !== undefined ||
    state.starsReading.value.kind !== "idle" ||
    !["idle", "consent"].includes(state.meaningsReading.value.kind);
  return (
    <div id="banners" class="banners">
      {troublesOf(state).map(({ line, action }) => (
        <Banner
          key={line}
          label="Notice"
          line={line}
          actions={action === undefined ? [] : [action]}
        />
      ))}
      {isReading && <ReadingBanners />}
    </div>
  );
}
