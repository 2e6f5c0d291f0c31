// Copyright 2026 the Rivulet authors. MIT license.

import { readQuery } from "../../demo/stars/query.ts";
import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { SearchReply, SearchRequest, SearchWish } from "../../demo/page/search/messages.ts";
import { type Indexed, SearchClient } from "../../demo/page/search/search_client.ts";
import { SearchBrokenError, type SearchTrouble } from "../../demo/page/search/search_trouble.ts";
import { NO_FILTERS } from "../../demo/stars/filters.ts";
import type { Repository } from "../../demo/stars/repository.ts";

function repository(index: number): Repository {
  return { fullName: `a/r${index}`, description: "", topics: [], stars: 1, archived: false };
}

const wish: SearchWish = {
  question: "r1 lang:go",
  filters: NO_FILTERS,
  sort: "best",
  meaning: undefined,
  limit: 8,
};

/** A worker that takes note of what it is told, and answers when the test wants. */
class FakeWorker extends EventTarget {
  readonly told: SearchRequest[] = [];
  isTerminated = false;

  postMessage(request: SearchRequest): void {
    this.told.push(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(data: SearchReply): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  fail(): void {
    this.dispatchEvent(new Event("error", { cancelable: true }));
  }

  /** Answers the last search with these names. */
  answer(...names: string[]): void {
    const search = this.told.findLast((request) => request.kind === "search")!;
    this.say({
      kind: "found",
      id: search.id,
      typed: readQuery(search.question).typed,
      offered: [],
      names,
      terms: names.map(() => ["r"]),
      total: 63,
      comparedWith: "nothing",
      milliseconds: 1,
    });
  }
}

function create(fails: () => boolean = () => false) {
  const workers: FakeWorker[] = [];
  const indexed: Indexed[] = [];
  const troubles: SearchTrouble["kind"][] = [];
  const client = new SearchClient(
    () => {
      if (fails()) throw new DOMException("no workers", "SecurityError");
      workers.push(new FakeWorker());
      return workers.at(-1) as unknown as Worker;
    },
    {
      onIndexed: (state) => indexed.push(state),
      onTrouble: (trouble) => troubles.push(trouble.kind),
    },
  );
  return { client, workers, indexed, troubles };
}

function start(fails?: () => boolean) {
  const made = create(fails);
  made.client.start();
  return made;
}

const kinds = (worker: FakeWorker) => worker.told.map(({ kind }) => kind);

Deno.test("SearchClient gives the best of a total, with the filters that were typed", async () => {
  const { client, workers } = start();
  client.replace([repository(1), repository(2)]);
  const found = client.search(wish);
  workers[0]!.answer("a/r1", "gone/away");
  const { repositories, total, typed, terms } = await found;
  assertEquals(repositories.map(({ fullName }) => fullName), ["a/r1"]);
  assertEquals([total, typed[0]?.value, terms], [63, "go", [["r"]]]);
  assertEquals([client.has("A/R2"), client.has("a/r3")], [true, false]);
});

Deno.test("SearchClient starts no worker before it is told, and loses nothing by that", () => {
  const { client, workers } = create();
  client.replace([repository(1)]);
  assertEquals(workers, []);
  client.start();
  client.start();
  assertEquals(workers.map(kinds), [["add", "whole"]]);
  assertEquals(workers[0]!.told[0], { kind: "add", repositories: [repository(1)] });
});

Deno.test("SearchClient sends a long list piece by piece, and a new list ends it", () => {
  using time = new FakeTime();
  const { client, workers } = start();
  const [worker] = workers as [FakeWorker];
  worker.told.length = 0;
  client.replace(Array.from({ length: 2500 }, (_, index) => repository(index)));
  assertEquals(kinds(worker), ["reset", "add"]);
  time.tick(1);
  assertEquals(kinds(worker), ["reset", "add", "add"]);
  client.replace([repository(1)]);
  time.tick(100);
  assertEquals(kinds(worker).slice(3), ["reset", "add", "whole"]);
});

Deno.test("SearchClient starts a broken worker again, with all that it knew", async () => {
  const { client, workers, troubles } = start();
  client.replace([repository(1)]);
  const block = { names: ["a/r1"], dimensions: 1, buffer: Int8Array.of(1).buffer };
  client.addVectors(block);
  const found = client.search(wish);
  const [first] = workers as [FakeWorker];
  first.fail();
  const [, second] = workers as [FakeWorker, FakeWorker];
  assertEquals([troubles, first.isTerminated], [["restarted"], true]);
  assertEquals(kinds(second), ["add", "whole", "addVectors", "search"]);
  first.answer("a/r1");
  second.answer("a/r1");
  assertStrictEquals((await found).total, 63);
});

Deno.test("SearchClient says that the search is broken", async () => {
  const { client, workers, troubles } = start();
  client.replace([repository(1)]);
  const found = client.search(wish);
  for (let round = 0; round < 3; round++) workers.at(-1)!.fail();
  await assertRejects(() => found, SearchBrokenError);
  await assertRejects(() => client.search(wish), SearchBrokenError);
  assertEquals(troubles, ["restarted", "restarted", "broken"]);
});

Deno.test("SearchClient counts only what breaks in a row", async () => {
  const { client, workers, troubles } = start();
  for (let round = 0; round < 5; round++) {
    workers.at(-1)!.fail();
    const found = client.search(wish);
    workers.at(-1)!.answer();
    await found;
  }
  assertEquals(troubles, Array(5).fill("restarted"));
});

Deno.test("SearchClient says so where the browser has no workers", async () => {
  const { client, troubles } = start(() => true);
  assertEquals(troubles, ["broken"]);
  await assertRejects(() => client.search(wish), SearchBrokenError);
});

Deno.test("SearchClient tells a search that failed, and goes on", async () => {
  const { client, workers } = start();
  const found = client.search(wish);
  const { id } = workers[0]!.told.findLast((request) => request.kind === "search")!;
  workers[0]!.say({ kind: "failed", id, message: "odd" });
  await assertRejects(() => found, SearchBrokenError, "odd");
});
