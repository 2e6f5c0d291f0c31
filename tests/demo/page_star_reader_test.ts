// Copyright 2026 the Rivulet authors. MIT license.

// How a reading of stars goes on after a pause that GitHub has asked for.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { stub } from "@std/testing/mock";
import { StarReader } from "../../demo/page/stars/star_reader.ts";
import { createState, type State } from "../../demo/page/state/state.ts";
import { Keys } from "../../demo/page/storage/keys.ts";
import { PageStorage } from "../../demo/page/storage/page_storage.ts";
import { defaultSettings } from "../../demo/page/storage/settings.ts";
import { recordWaits } from "../support/recorded_waits.ts";

/** A GitHub of four pages of one star; it asks for a pause once, in place of the third page. */
function stubGitHub() {
  let isPaused = false;
  return stub(globalThis, "fetch", (url: string | URL | Request) => {
    const page = Number(new URL(String(url)).searchParams.get("page"));
    if (page === 3 && !isPaused) {
      isPaused = true;
      const headers = { "x-ratelimit-remaining": "40" };
      return Promise.resolve(new Response("{}", { status: 403, headers }));
    }
    const stars = [{ repo: { "full_name": `a/${page}` } }];
    const headers = page < 4 ? { link: '<https://x/?page=4>; rel="last"' } : {};
    return Promise.resolve(Response.json(stars, { headers }));
  });
}

function setUp(): { reader: StarReader; state: State; ended: Promise<void> } {
  const state = createState({
    settings: defaultSettings,
    collection: { title: "Sample", repositories: [] },
    example: "an example",
  });
  const nothing = () => {};
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  // This runtime has no storage for pages: all is kept in memory.
  const page = {
    state,
    sample: { title: "Sample", repositories: [] },
    keys: new Keys(() => ({ getItem: () => null, setItem: nothing, removeItem: nothing })),
    storage: new PageStorage({ onTrouble: nothing }),
    search: { replace: nothing, add: nothing },
    tabs: { tell: nothing },
    late: {},
  };
  const reader = new StarReader(
    page as unknown as ConstructorParameters<typeof StarReader>[0],
    resolve,
  );
  return { reader, state, ended };
}

Deno.test("StarReader goes on by itself after a pause, and rests between pages from then on", async () => {
  using github = stubGitHub();
  const { reader, state, ended } = setUp();
  using rests = recordWaits();
  await reader.read("ana");
  await ended;
  assertEquals(state.stars.value?.repositories.length, 4);
  assertStrictEquals(github.calls.length, 5);
  // GitHub's minute with a second to spare, and then a second between the two pages behind it.
  // A slow machine has spent some of the minute by then.
  const [pause = 0, ...others] = rests.waits.filter((waitMs) => waitMs >= 1000);
  assert(pause > 30_000 && pause <= 61_000, String(pause));
  assertEquals(others, [1000]);
});

Deno.test("StarReader stays where it is when the wait for a pause is cancelled", async () => {
  using github = stubGitHub();
  const { reader, state } = setUp();
  await reader.read("ana");
  const goesOn = () => {
    const reading = state.starsReading.value;
    return reading.kind === "limited" && reading.isPause ? reading.goesOn : undefined;
  };
  assertStrictEquals(goesOn(), true);
  reader.act("cancel");
  assertStrictEquals(goesOn(), false);
  // No timer is left behind, which the test would be told of.
  assertStrictEquals(github.calls.length, 3);
});
