// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  changeSettings,
  defaultSettings,
  loadSettings,
  readSettings,
  SETTINGS_KEY,
  watchSettings,
} from "../../demo/page/storage/settings.ts";
import { deleteEverything, forgetThisTab } from "../../demo/page/storage/delete_everything.ts";
import { OtherTabs, type TabMessage } from "../../demo/page/storage/other_tabs.ts";
import { PageStorage } from "../../demo/page/storage/page_storage.ts";
import { withDatabase, withGlobals } from "../support/kept_in_memory.ts";
import { within } from "../support/until.ts";

/** What a page keeps as texts. */
class FakeStorage {
  readonly #texts = new Map<string, string>();
  /** The name of the error of each writing. */
  failsWith: string | undefined;

  getItem(key: string): string | null {
    return this.#texts.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    if (this.failsWith !== undefined) throw new DOMException("no", this.failsWith);
    this.#texts.set(key, text);
  }

  get length(): number {
    return this.#texts.size;
  }

  key(index: number): string | null {
    return [...this.#texts.keys()][index] ?? null;
  }

  clear(): void {
    this.#texts.clear();
  }

  removeItem(key: string): void {
    this.#texts.delete(key);
  }
}

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
    assertEquals([full.settings.theme, full.trouble?.kind], ["dark", "full"]);
    texts.failsWith = "SecurityError";
    assertStrictEquals(
      changeSettings(full.settings, { user: "ana" }).trouble?.kind,
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
    assertEquals([settings.theme, trouble?.kind], ["light", "blocked"]);
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

/** A browser with data of this page and of another app at the same address. */
function sharedOrigin() {
  const caches = new Set(["webllm/model", "ask-stars-shell-1", "other-app"]);
  const unregistered: string[] = [];
  const worker = (scriptURL: string) => ({
    active: { scriptURL },
    unregister: () => Promise.resolve(unregistered.push(scriptURL) > 0),
  });
  const globals = {
    localStorage: new FakeStorage(),
    sessionStorage: new FakeStorage(),
    caches: {
      keys: () => Promise.resolve([...caches]),
      delete: (name: string) => Promise.resolve(caches.delete(name)),
    },
    navigator: {
      serviceWorker: {
        getRegistrations: () => Promise.resolve([worker(WORKER), worker("http://h/other.js")]),
      },
    },
  };
  return { globals, caches, unregistered };
}

const WORKER = "http://h/service_worker.js";

function makeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
    opening.onerror = () => reject(opening.error);
  });
}

Deno.test(
  "deleteEverything() leaves nothing of this page, also where another tab holds the database open",
  withDatabase(() => {
    const { globals, caches, unregistered } = sharedOrigin();
    return withGlobals(globals, async () => {
      const own = ["ask-stars", "ask-stars-models", "ask-stars-of-a-later-version"];
      for (const name of [...own, "draft", "ask-starship"]) localStorage.setItem(name, "{}");
      for (const name of ["ask-stars-keys", "cart"]) sessionStorage.setItem(name, "secret");
      await makeDatabase("other-app");
      const { promise: forgotten, resolve } = Promise.withResolvers<void>();
      const other = new PageStorage({ onTrouble: () => {} });
      const otherTabs = new OtherTabs(({ kind }) => {
        if (kind === "deleted") forgetThisTab(other).then(resolve);
      });
      assertEquals(await other.loadAnswers(), []);
      const storage = new PageStorage({ onTrouble: () => {} });
      assertEquals(await storage.loadAnswers(), []);
      const tabs = new OtherTabs(() => {});
      let models = 0;
      const deleteModels = () => {
        // They can still be told.
        assertEquals(localStorage.getItem("ask-stars-models"), "{}");
        return Promise.resolve(void models++);
      };
      assertEquals(await deleteEverything({ storage, tabs, deleteModels, workerUrl: WORKER }), []);
      await within(forgotten, "the other tab");
      assertEquals(namesIn(localStorage), ["draft", "ask-starship"]);
      assertEquals(namesIn(sessionStorage), ["cart"]);
      assertEquals([...caches], ["webllm/model", "other-app"]);
      assertEquals((await indexedDB.databases()).map(({ name }) => name), ["other-app"]);
      assertEquals([models, unregistered], [1, [WORKER]]);
      tabs.close();
      otherTabs.close();
    });
  }),
);

function namesIn(storage: Storage): (string | null)[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index));
}

Deno.test(
  "deleteEverything() tells what it could not delete",
  withDatabase(() => {
    const { globals } = sharedOrigin();
    return withGlobals(globals, async () => {
      const tabs = new OtherTabs(() => {});
      const storage = new PageStorage({ onTrouble: () => {} });
      const deleteModels = () => Promise.reject(new Error("in use"));
      const left = await deleteEverything({ storage, tabs, deleteModels, workerUrl: WORKER });
      assertEquals(left, ["Models"]);
      tabs.close();
    });
  }),
);

Deno.test("deleteEverything() ends where the browser lets the page keep nothing", async () => {
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  await withGlobals({ localStorage: refuse, indexedDB: undefined }, async () => {
    const tabs = new OtherTabs(() => {});
    const storage = new PageStorage({ onTrouble: () => {} });
    assertEquals(
      await deleteEverything({
        ...{ storage, tabs, workerUrl: WORKER },
        deleteModels: () => Promise.resolve(),
      }),
      [],
    );
    tabs.close();
  });
});
