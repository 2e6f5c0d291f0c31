// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  changeSettings,
  defaultSettings,
  loadSettings,
  readSettings,
  watchSettings,
} from "../../demo/page/storage/settings.ts";
import {
  deleteEverything,
  forgetThisTab,
  type Store,
} from "../../demo/page/storage/delete_everything.ts";
import { OtherTabs, type TabMessage } from "../../demo/page/storage/other_tabs.ts";
import { SETTINGS_KEY } from "../../demo/page/storage/own_names.ts";
import { PageStorage } from "../../demo/page/storage/page_storage.ts";
import { FakeStorage } from "../support/fake_storage.ts";
import { withDatabase, withGlobals } from "../support/kept_in_memory.ts";
import { within } from "../support/until.ts";

function withTexts(test: (texts: FakeStorage) => void | Promise<void>): () => Promise<void> {
  const texts = new FakeStorage();
  return () => withGlobals({ localStorage: texts }, async () => await test(texts));
}

Deno.test(
  "changeSettings() changes what is named, on top of what another tab has written",
  withTexts((texts) => {
    const here = loadSettings();
    // Another tab, which was opened at the same time.
    texts.setItem(
      SETTINGS_KEY,
      JSON.stringify({
        ...defaultSettings,
        engine: "local-a",
        engines: { "local-a": { model: "llama" } },
      }),
    );
    const { settings } = changeSettings(here, {
      theme: "dark",
      engines: { "local-b": { model: "qwen" } },
    });
    assertEquals([settings.theme, settings.engine], ["dark", "local-a"]);
    assertEquals(settings.engines, { "local-a": { model: "llama" }, "local-b": { model: "qwen" } });
    assertEquals(loadSettings(), settings);
  }),
);

Deno.test(
  "changeSettings() can take a value away",
  withTexts(() => {
    const { settings } = changeSettings(defaultSettings, { user: "ana" });
    assertStrictEquals(changeSettings(settings, { user: undefined }).settings.user, undefined);
    assertStrictEquals(loadSettings().user, undefined);
  }),
);

Deno.test(
  "changeSettings() works from memory and says why where nothing is kept",
  withTexts((texts) => {
    texts.failsWith = "QuotaExceededError";
    const full = changeSettings(defaultSettings, { theme: "dark" });
    assertEquals([full.settings.theme, full.trouble], ["dark", "full"]);
    texts.failsWith = "SecurityError";
    assertStrictEquals(
      changeSettings(full.settings, { user: "ana" }).trouble,
      "blocked",
    );
  }),
);

Deno.test("a browser that refuses the very name of its storage has default settings", async () => {
  const refuse = () => {
    throw new DOMException("The operation is insecure", "SecurityError");
  };
  await withGlobals({ localStorage: refuse }, () => {
    assertEquals(loadSettings(), defaultSettings);
    const { settings, trouble } = changeSettings(defaultSettings, { theme: "light" });
    assertEquals([settings.theme, trouble], ["light", "blocked"]);
    return Promise.resolve();
  });
});

Deno.test(
  "settings that are damaged are written anew",
  withTexts((texts) => {
    texts.setItem(SETTINGS_KEY, "{");
    assertEquals(loadSettings(), defaultSettings);
    assertStrictEquals(changeSettings(defaultSettings, { theme: "dark" }).trouble, undefined);
    assertStrictEquals(loadSettings().theme, "dark");
  }),
);

Deno.test("readSettings() drops what was planted", () => {
  const planted = {
    engine: "evil",
    engines: {
      "local-a": { baseUrl: "javascript:alert(1)", model: "llama\u202e" },
      "local-b": { baseUrl: "https://ana:secret@x.test", model: 5 },
      "__proto__": { baseUrl: "https://x.test" },
      other: { baseUrl: "https://x.test" },
      "standard-compatible": { baseUrl: "https://api.test/v1", model: "m" },
    },
    user: "../../etc",
    gitHubApiUrl: "ftp://x",
    readmeUrl: "https://raw.test",
    meanings: "a".repeat(501),
    theme: { toString: () => "dark" },
    keepQuestions: "yes",
  };
  assertEquals(readSettings(planted), {
    engine: "webllm",
    isPicked: false,
    engines: {
      "local-a": {},
      "local-b": {},
      "standard-compatible": { baseUrl: "https://api.test/v1", model: "m" },
    },
    user: undefined,
    gitHubApiUrl: undefined,
    readmeUrl: "https://raw.test",
    meanings: undefined,
    theme: "system",
    keepQuestions: false,
    looksForStars: false,
  });
  for (const odd of [null, 5, "x", [], { engines: 5 }, { engines: { "local-a": null } }]) {
    assertStrictEquals(readSettings(odd).engine, "webllm");
  }
});

Deno.test(
  "watchSettings() hears other tabs, until it is stopped",
  withTexts((texts) => {
    const heard: string[] = [];
    const stop = watchSettings(({ theme }) => heard.push(theme));
    const tell = (key: string | null) =>
      globalThis.dispatchEvent(Object.assign(new Event("storage"), { key }));
    texts.setItem(SETTINGS_KEY, JSON.stringify({ theme: "dark" }));
    tell(SETTINGS_KEY);
    tell("other");
    texts.clear();
    tell(null);
    stop();
    tell(SETTINGS_KEY);
    assertEquals(heard, ["dark", "system"]);
  }),
);

Deno.test("OtherTabs tell each other, and hear nothing else", async () => {
  const heard: TabMessage[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const here = new OtherTabs((message) => {
    heard.push(message);
    if (message.kind === "deleted") resolve();
  });
  const stranger = new BroadcastChannel("ask-stars");
  for (const odd of [null, 5, {}, { kind: "odd" }, { kind: "stars", login: 5 }]) {
    stranger.postMessage(odd);
  }
  const there = new OtherTabs(() => {});
  there.tell({ kind: "stars", login: "ana" });
  there.tell({ kind: "meanings", login: "ana", model: "m" });
  there.tell({ kind: "deleted" });
  await within(promise, "the other tab");
  assertEquals(heard.map(({ kind }) => kind).toSorted(), ["deleted", "meanings", "stars"]);
  for (const channel of [here, there, stranger]) channel.close();
});

Deno.test("OtherTabs work where the browser refuses a channel", async () => {
  await withGlobals({ BroadcastChannel: undefined }, () => {
    new OtherTabs(() => {}).tell({ kind: "deleted" });
    return Promise.resolve();
  });
});

/** A browser in which the page and another app keep something. */
function sharedOrigin() {
  const names = new Set(["webllm/model", "ask-stars-shell", "other-app"]);
  const caches = {
    keys: () => Promise.resolve([...names]),
    delete: (name: string) => Promise.resolve(names.delete(name)),
  };
  const [localStorage, sessionStorage] = [new FakeStorage(), new FakeStorage()];
  localStorage.setItem("draft", "a letter");
  localStorage.setItem("ask-stars", "{}");
  localStorage.setItem("ask-stars-of-old", "{}");
  sessionStorage.setItem("step", "2");
  sessionStorage.setItem("ask-stars-keys", "secret");
  return { names, globals: { caches, localStorage, sessionStorage } };
}

function namesIn(storage: Storage): (string | null)[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index));
}

async function databases(): Promise<(string | undefined)[]> {
  return (await indexedDB.databases()).map(({ name }) => name);
}

Deno.test(
  "deleteEverything() deletes what has the page's names, and nothing of another app",
  withDatabase(() => {
    const { names, globals } = sharedOrigin();
    return withGlobals(globals, async () => {
      await opened("notes");
      const storage = new PageStorage({ onTrouble: () => {} });
      await storage.loadAnswers();
      const tabs = new OtherTabs(() => {});
      assertEquals(await deleteEverything({ storage, tabs }), new Set());
      assertEquals([...names], ["webllm/model", "other-app"]);
      assertEquals([namesIn(localStorage), namesIn(sessionStorage)], [["draft"], ["step"]]);
      assertEquals(await databases(), ["notes"]);
      tabs.close();
    });
  }),
);

Deno.test(
  "deleteEverything() deletes the database, also where another tab holds it open",
  withDatabase(() =>
    withGlobals(sharedOrigin().globals, async () => {
      const { promise: forgotten, resolve } = Promise.withResolvers<void>();
      const other = new PageStorage({ onTrouble: () => {} });
      const otherTabs = new OtherTabs(({ kind }) => {
        if (kind === "deleted") forgetThisTab(other).then(resolve);
      });
      assertEquals(await other.loadAnswers(), []);
      const storage = new PageStorage({ onTrouble: () => {} });
      assertEquals(await storage.loadAnswers(), []);
      const tabs = new OtherTabs(() => {});
      assertEquals(await deleteEverything({ storage, tabs }), new Set());
      await within(forgotten, "the other tab");
      // Whatever is still on its way there.
      await other.loadAnswers();
      await other.forgetAnswers();
      assertEquals(await databases(), []);
      tabs.close();
      otherTabs.close();
    })
  ),
);

/** Another app's database, as its page leaves it. */
async function opened(name: string): Promise<void> {
  const opening = indexedDB.open(name);
  await new Promise((resolve) => opening.onsuccess = resolve);
  opening.result.close();
}

const stuck: [
  store: Store,
  breakIt: (globals: ReturnType<typeof sharedOrigin>["globals"]) => void,
][] = [
  ["settings", ({ localStorage }) => void (localStorage.failsWith = "QuotaExceededError")],
  ["keys", ({ sessionStorage }) => void (sessionStorage.failsWith = "UnknownError")],
  ["shell", ({ caches }) => void (caches.delete = () => Promise.reject(new Error("disk")))],
];
for (const [store, breakIt] of stuck) {
  Deno.test(
    `deleteEverything() names a store that it cannot empty, and empties the rest: ${store}`,
    withDatabase(() => {
      const { globals, names } = sharedOrigin();
      breakIt(globals);
      return withGlobals(globals, async () => {
        const storage = new PageStorage({ onTrouble: () => {} });
        await storage.loadAnswers();
        const tabs = new OtherTabs(() => {});
        assertEquals(await deleteEverything({ storage, tabs }), new Set([store]));
        const kept = [...namesIn(localStorage), ...namesIn(sessionStorage), ...names];
        const left = kept.filter((name) => name?.startsWith("ask-stars"));
        assertEquals(left.length > 0, true);
        assertEquals(await databases(), []);
        tabs.close();
      });
    }),
  );
}

Deno.test("deleteEverything() ends where the browser lets the page keep nothing", async () => {
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  await withGlobals({ localStorage: refuse, indexedDB: undefined }, async () => {
    const tabs = new OtherTabs(() => {});
    const storage = new PageStorage({ onTrouble: () => {} });
    assertEquals(await deleteEverything({ storage, tabs }), new Set());
    tabs.close();
  });
});
