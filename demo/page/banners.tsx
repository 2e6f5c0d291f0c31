// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./page.ts";
import { Banner } from "./parts/banner.tsx";
import { troublesOf } from "./state/troubles.ts";

/** What goes on beside the question, a line for each. */
export function Banners(): JSX.Element {
  const { state, late } = usePage();
  const { ReadingBanners } = late.loaded.value?.views ?? {};
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
      {ReadingBanners !== undefined && <ReadingBanners />}
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
      label="Link"
      line={`This link asks the stars of @${user}.`}
      hint="They are read from GitHub when you say so."
      actions={[
        { words: "Load stars", run: () => late.use(({ stars }) => stars.read(user)) },
        { words: "Dismiss", run: () => state.linkedUser.value = undefined },
      ]}
    />
  );
}
