// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./core/page.ts";
import { Banner } from "./parts/banner.tsx";
import { troublesOf } from "./messages/troubles.ts";
import { starReading } from "./stars/stars_part.ts";
import { ReadingBanners } from "./lazy_views.ts";

/** What goes on beside the question, a line for each. */
export function Banners(): JSX.Element {
  const { state } = usePage();
  const isReading = state.starsReading.value.kind !== "idle" ||
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
      <LinkedList />
      {isReading && <ReadingBanners />}
    </div>
  );
}

/** A link that names other stars than those that are searched. Nothing is read before a click. */
function LinkedList(): JSX.Element | null {
  const { state, late } = usePage();
  const user = state.linkedUser.value;
  if (user === undefined) return null;
  return (
    <Banner
      id="linked-list"
      label="Link"
      line={`This link asks the stars of @${user}, which are not here.`}
      hint="They are read from GitHub when you say so."
      actions={[
        { words: "Load stars", run: () => late.use(starReading, (part) => part.read(user)) },
        {
          words: state.isSample.value ? "Ask the sample" : `Ask ${state.collection.value.title}`,
          run: () => state.linkedUser.value = undefined,
        },
      ]}
    />
  );
}
