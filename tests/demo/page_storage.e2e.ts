// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { stub } from "@std/testing/mock";
import { openDatabase } from "../../demo/page/storage/database.ts";
import type { KeptAnswer } from "../../demo/page/storage/kept_answer.ts";
import { PageStorage } from "../../demo/page/storage/page_storage.ts";
import { type ReadingProgress, readStars } from "../../demo/page/storage/read_stars.ts";
import type { StorageTrouble } from "../../demo/page/storage/trouble.ts";
import { partOf } from "../../demo/stars/part_of.ts";
import type { Repository } from "../../demo/stars/repository.ts";
import { withDatabase } from "../support/kept_in_memory.ts";

function repository(fullName: string): Repository {
  return { fullName, description: "", topics: [], stars: 1, archived: false };
}

function open(): { storage: PageStorage; troubles: StorageTrouble[] } {
  const troubles: StorageTrouble[] = [];
  return { storage: new PageStorage({ onTrouble: (kind) => troubles.push(kind) }), troubles };
}

/** A GitHub of pages of two stars, newest first, which refuses a page. */
function stubGitHub(names: readonly string[], failOn?: number) {
  return stub(globalThis, "fetch", (url: string | URL | Request) => {
    const page = Number(new URL(String(url)).searchParams.get("page"));
    if (page === failOn) {
      const headers = {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 1800),
      };
      return Promise.resolve(new Response("{}", { status: 403, headers }));
    }
    const last = Math.ceil(names.length / 2);
    const stars = names.slice(page * 2 - 2, page * 2).map((name) => ({
      "starred_at": "2026-01-01T00:00:00Z",
      repo: { "full_name": name },
    }));
    const link = `<https://api.github.com/x?per_page=2&page=${last}>; rel="last"`;
    return Promise.resolve(
      new Response(JSON.stringify(stars), { headers: page < last ? { link } : {} }),
    );
  });
}

const namesOf = (stars?: { repositories: readonly Repository[] }) =>
  stars?.repositories.map(({ fullName }) => fullName);

async function read(
  storage: PageStorage,
  names: readonly string[],
  { failOn, anew }: { failOn?: number; anew?: boolean } = {},
): Promise<{ kind: string; told: ReadingProgress[]; requests: number }> {
  using github = stubGitHub(names, failOn);
  const told: ReadingProgress[] = [];
  const { kind } = await readStars("Ana", {
    storage,
    access: {},
    anew,
    onPage: (progress) => told.push(progress),
  });
  return { kind, told, requests: github.calls.length };
}

const OLD = ["a/5", "a/4", "a/3", "a/2", "a/1"];
const NEW = ["b/5", "b/4", "b/3", "b/2", "b/1"];

Deno.test(
  "readStars() keeps each page, in the order of the list",
  withDatabase(async () => {
    const { storage, troubles } = open();
    const { kind, told } = await read(storage, OLD);
    assertEquals([kind, troubles], ["complete", []]);
    assertEquals(told.map(({ appended, count }) => [appended?.length, count]), [
      [2, 2],
      [2, 4],
      [1, 5],
    ]);
    await storage.close();
    assertEquals(namesOf(await open().storage.loadStars("ANA")), OLD);
  }),
);

Deno.test(
  "readStars() puts new stars in front of those that are kept",
  withDatabase(async () => {
    const { storage } = open();
    await read(storage, OLD);
    const { told, requests } = await read(storage, ["a/7", "a/6", ...OLD]);
    assertEquals([told[0]?.appended, requests], [undefined, 2]);
    await storage.close();
    assertEquals(namesOf(await open().storage.loadStars("ana")), ["a/7", "a/6", ...OLD]);
  }),
);

Deno.test(
  "a list that is not whole says so after a reload, and goes on there",
  withDatabase(async () => {
    const { storage } = open();
    assertStrictEquals((await read(storage, OLD, { failOn: 3 })).kind, "failed");
    await storage.close();
    const later = open().storage;
    assertEquals(partOf((await later.loadStars("ana"))!), { count: 4, total: 300 });
    const { kind, requests } = await read(later, OLD);
    assertEquals([kind, requests], ["complete", 1]);
    const stars = (await later.loadStars("ana"))!;
    assertEquals([namesOf(stars), partOf(stars)], [OLD, undefined]);
    await later.close();
  }),
);

Deno.test(
  "a full reload leaves the old list alone until the new one is whole",
  withDatabase(async () => {
    const { storage } = open();
    await read(storage, OLD);
    const broken = await read(storage, NEW, { anew: true, failOn: 3 });
    assertStrictEquals(broken.kind, "failed");
    assert(broken.told.every(({ stars, isStaged }) => isStaged && namesOf(stars)?.[0] === "a/5"));
    await storage.close();
    const later = open().storage;
    assertEquals(namesOf(await later.loadStars("ana")), OLD);
    assertEquals(partOf((await later.loadStars("ana", "staged"))!), { count: 4, total: 300 });
    const { told, requests } = await read(later, NEW, { anew: true });
    assertEquals([requests, told.at(-1)?.isStaged, namesOf(told.at(-1)?.stars)], [1, false, NEW]);
    await later.close();
    const last = open().storage;
    assertEquals(namesOf(await last.loadStars("ana")), NEW);
    assertStrictEquals(await last.loadStars("ana", "staged"), undefined);
    const database = await openDatabase(() => {});
    const pages = await database.getAll("pages");
    assertEquals(new Set(pages.map(({ list }) => list)).size, 1);
    database.close();
    await last.close();
  }),
);

Deno.test(
  "rows that were planted or damaged are dropped",
  withDatabase(async () => {
    const { storage } = open();
    await read(storage, OLD);
    const database = await openDatabase(() => {});
    const [page] = await database.getAll("pages");
    const planted = { fullName: "x/<script>", description: "no" };
    const hidden = { ...repository("a/6"), description: "\u001b[2Jok\u202e" };
    await database.put("pages", { ...page!, repositories: [planted, null, 5, hidden] });
    const stars = await storage.loadStars("ana");
    assertEquals(namesOf(stars), ["a/6", "a/3", "a/2", "a/1"]);
    assertStrictEquals(stars?.repositories[0]?.description, "ok");
    const [row] = await database.getAll("users");
    await database.put("users", { ...row!, current: { ...row!.current!, last: 1e300 } });
    assertStrictEquals(await storage.loadStars("ana"), undefined);
    assertEquals(await database.getAll("users"), []);
    database.close();
    await storage.close();
  }),
);

const key = { login: "ana", model: "a/b" };
const batch = (names: string[], numbers: number[]) => ({
  names,
  hashes: names.map((_, index) => index),
  dimensions: 2,
  buffer: Int8Array.from(numbers).buffer,
});

Deno.test(
  "meanings of 32 bits a number, as earlier versions kept them, are packed once",
  withDatabase(async () => {
    const { storage } = open();
    const buffer = Float32Array.of(0.5, -1, 0.25, 0.125).buffer;
    await storage.addMeanings(key, { ...batch(["a/1", "a/2"], []), buffer });
    await storage.addMeanings(key, batch(["a/3"], [1, 1]));
    const [first, second] = await storage.loadMeanings(key);
    assertEquals([...new Int8Array(first!.buffer)], [64, -127, 127, 64]);
    assertEquals([...new Int8Array(second!.buffer)], [1, 1]);
    const database = await openDatabase(() => {});
    const rows = await database.getAll("meanings");
    assertEquals(rows.map((row) => row.buffer.byteLength), [4, 2]);
    database.close();
    await storage.close();
  }),
);

Deno.test(
  "meanings are written batch by batch, and two models never share them",
  withDatabase(async () => {
    const { storage } = open();
    await storage.addMeanings(key, batch(["a/1", "a/2"], [1, 0, 0, 1]));
    await storage.addMeanings(key, batch(["a/3"], [1, 1]));
    await storage.addMeanings({ ...key, model: "a_b" }, batch(["a/9"], [0, 0]));
    await storage.close();
    const later = open().storage;
    assertEquals((await later.loadMeanings(key)).map(({ names }) => names), [
      ["a/1", "a/2"],
      ["a/3"],
    ]);
    assertStrictEquals((await later.loadMeanings({ ...key, model: "a_b" })).length, 1);
    assertStrictEquals((await later.loadMeanings({ ...key, login: "an" })).length, 0);
    const [kept] = (await later.listKept()).filter(({ model }) => model === key.model);
    await kept!.remove();
    assertEquals(await later.loadMeanings(key), []);
    assertStrictEquals((await later.loadMeanings({ ...key, model: "a_b" })).length, 1);
    await later.close();
  }),
);

const damages: [what: string, damage: Record<string, unknown>][] = [
  ["is cut off", { buffer: new ArrayBuffer(3) }],
  ["has no buffer", { buffer: "x" }],
  ["has no dimensions", { dimensions: 0 }],
  ["has other dimensions than the first", { dimensions: 1, buffer: new ArrayBuffer(8) }],
  ["holds a number that is none", { buffer: Float32Array.of(NaN, 0, 0, 1).buffer }],
  ["names what is no repository", { names: ["a/1", "<b>"] }],
  ["has a hash too few", { hashes: [1] }],
];
for (const [what, damage] of damages) {
  Deno.test(
    `a batch of meanings that ${what} is thrown away`,
    withDatabase(async () => {
      const { storage, troubles } = open();
      await storage.addMeanings(key, batch(["a/0"], [1, 1]));
      const whole = batch(["a/1", "a/2"], [1, 0, 0, 1]);
      await storage.addMeanings(key, { ...whole, ...damage } as typeof whole);
      const names = async () => (await storage.loadMeanings(key)).map((kept) => kept.names[0]);
      assertEquals([await names(), troubles], [["a/0"], []]);
      const database = await openDatabase(() => {});
      assertStrictEquals(await database.count("meanings"), 1);
      database.close();
      await storage.close();
    }),
  );
}

function answer(id: number): KeptAnswer {
  return {
    id,
    question: `q${id}`,
    list: "Sample",
    by: "m",
    text: "Take [1]",
    ended: "done",
    sources: [repository("a/1")],
  };
}

Deno.test(
  "the last answer is kept, and the last 20 on request",
  withDatabase(async () => {
    const { storage } = open();
    const ids = async () => (await storage.loadAnswers()).map(({ id }) => id);
    await storage.keepAnswer(answer(1), { all: false });
    await storage.keepAnswer(answer(2), { all: false });
    assertEquals(await ids(), [2]);
    for (let id = 3; id < 30; id++) await storage.keepAnswer(answer(id), { all: true });
    assertEquals([(await ids()).length, (await ids())[0]], [20, 29]);
    await storage.forgetAnswers({ keepLast: true });
    assertEquals(await ids(), [29]);
    await storage.forgetAnswers();
    assertEquals(await ids(), []);
    await storage.close();
  }),
);

Deno.test(
  "an answer that was damaged is thrown away",
  withDatabase(async () => {
    const { storage } = open();
    const database = await openDatabase(() => {});
    for (const damage of [{ text: 5 }, { sources: [{}] }, { ended: "odd" }, { question: "" }]) {
      await database.put("answers", { ...answer(1), ...damage } as KeptAnswer);
      assertEquals(await storage.loadAnswers(), []);
      assertStrictEquals(await database.count("answers"), 0);
    }
    database.close();
    await storage.close();
  }),
);

Deno.test(
  "forgetting a user forgets what was made of the stars, and nobody else's",
  withDatabase(async () => {
    const { storage } = open();
    await read(storage, OLD);
    await storage.addMeanings(key, batch(["a/1"], [1, 0]));
    await storage.addMeanings({ login: "anabel", model: "m" }, batch(["a/1"], [1, 0]));
    const kinds = async () => (await storage.listKept()).map(({ kind, user }) => [kind, user]);
    assertEquals(await kinds(), [["stars", "Ana"], ["meanings", "ana"], ["meanings", "anabel"]]);
    await (await storage.listKept())[0]!.remove();
    assertEquals(await kinds(), [["meanings", "anabel"]]);
    await storage.close();
  }),
);

function refusing(name: string) {
  return {
    open() {
      throw new DOMException("refused", name);
    },
  };
}

const windows: [kind: StorageTrouble, factory: () => unknown][] = [
  ["missing", () => undefined],
  ["blocked", () => refusing("SecurityError")],
  ["blocked", () => refusing("InvalidStateError")],
  ["full", () => refusing("QuotaExceededError")],
  ["failed", () => refusing("UnknownError")],
];
for (const [kind, factory] of windows) {
  Deno.test(
    `all works from memory where storage is ${kind} (${(factory() as object)?.constructor.name})`,
    withDatabase(async () => {
      const { storage, troubles } = open();
      assertStrictEquals((await read(storage, OLD)).kind, "complete");
      await storage.addMeanings(key, batch(["a/1"], [1, 0]));
      await storage.keepAnswer(answer(1), { all: false });
      assertEquals(namesOf(await storage.loadStars("ana")), OLD);
      assertStrictEquals((await storage.loadMeanings(key)).length, 1);
      assertStrictEquals((await storage.loadAnswers()).length, 1);
      await read(storage, NEW, { anew: true });
      assertEquals(namesOf(await storage.loadStars("ana")), NEW);
      assertEquals(troubles, [kind]);
    }, factory),
  );
}

Deno.test(
  "a database that another tab has deleted is opened anew",
  withDatabase(async () => {
    const { storage, troubles } = open();
    await read(storage, OLD);
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase("ask-stars");
      deletion.onsuccess = resolve;
      deletion.onerror = reject;
    });
    assertStrictEquals(await storage.loadStars("ana"), undefined);
    await read(storage, NEW);
    assertEquals([namesOf(await storage.loadStars("ana")), troubles], [NEW, []]);
    await storage.close();
  }),
);
