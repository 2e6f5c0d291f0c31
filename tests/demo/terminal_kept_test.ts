// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { stub } from "@std/testing/mock";
import { collect } from "../../demo/terminal/collect.ts";
import { KeptFiles } from "../../demo/terminal/kept_files.ts";
import { JsonReport } from "../../demo/terminal/json_report.ts";
import { type HashedVector, KeptVectors, vectorsFileOf } from "../../demo/terminal/kept_vectors.ts";
import { star } from "../support/stars_server.ts";

/** Files in memory, with a count of the bytes that are written. */
class MemoryFiles extends KeptFiles {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly told: string[];
  written = 0;

  constructor() {
    const told: string[] = [];
    super("memory", (text) => told.push(text));
    this.told = told;
  }

  override read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return Promise.resolve(this.files.get(name));
  }

  override write(name: string, bytes: Uint8Array): Promise<boolean> {
    this.written += bytes.length;
    this.files.set(name, bytes.slice());
    return Promise.resolve(true);
  }

  override writeAt(name: string, start: number, bytes: Uint8Array): Promise<void> {
    this.written += bytes.length;
    const whole = new Uint8Array(start + bytes.length);
    whole.set(this.files.get(name)!.subarray(0, start));
    whole.set(bytes, start);
    this.files.set(name, whole);
    return Promise.resolve();
  }
}

const silent = new JsonReport({
  write: () => {},
  isTerminal: false,
  width: undefined,
  hasStyles: false,
  hasLinks: false,
  style: (_style, text) => text,
  link: (text) => text,
});

/** A GitHub of this many pages of 100 stars. */
function stubGitHub(pages: number, onPage: (page: number) => void = () => {}) {
  return stub(globalThis, "fetch", (url: string | URL | Request) => {
    const page = Number(new URL(url as string).searchParams.get("page"));
    onPage(page);
    const stars = Array.from({ length: 100 }, (_, index) => star(`a/${page}-${index}`));
    const headers = { link: `<https://x/?page=${pages}>; rel="last"` };
    return Promise.resolve(new Response(JSON.stringify(stars), { headers }));
  });
}

Deno.test("collect() writes a quick reading once", async () => {
  using _clock = stub(performance, "now", () => 0);
  using _github = stubGitHub(100);
  const files = new MemoryFiles();
  const { signal } = new AbortController();
  const { repositories } = await collect("ana", files, { report: silent, signal });
  assertStrictEquals(repositories.length, 10_000);
  assertStrictEquals(files.written, files.files.get("stars-ana.json")!.length);
});

Deno.test("collect() writes a slow reading a few times over, however many pages it has", async () => {
  let now = 0;
  using _clock = stub(performance, "now", () => now);
  using _github = stubGitHub(200, () => now += 1500);
  const files = new MemoryFiles();
  const { signal } = new AbortController();
  await collect("ana", files, { report: silent, signal });
  const size = files.files.get("stars-ana.json")!.length;
  assert(files.written > size, "nothing was saved on the way");
  assert(files.written < 6 * size, `${files.written / size} times`);
});

Deno.test("collect() saves what has been read when it is stopped, and goes on there", async () => {
  const controller = new AbortController();
  const files = new MemoryFiles();
  {
    using _github = stubGitHub(10, (page) => {
      if (page === 4) controller.abort();
      controller.signal.throwIfAborted();
    });
    await assertRejects(
      () => collect("ana", files, { report: silent, signal: controller.signal }),
      Error,
    );
  }
  const asked: number[] = [];
  using _github = stubGitHub(10, (page) => asked.push(page));
  const { signal } = new AbortController();
  const { repositories } = await collect("ana", files, { report: silent, signal });
  assertEquals([repositories.length, asked[0]], [1000, 4]);
});

const KIND = { model: "m", endpoint: "embed", dimensions: 2 };
const NAME = vectorsFileOf("m");

function vectors(...numbers: number[]): HashedVector[] {
  return numbers.map((number) => ({
    hash: number.toString(16).padStart(24, "0"),
    vector: Int8Array.of(number, -number),
  }));
}

async function kept(files: MemoryFiles, kind = KIND): Promise<(readonly [string, number[]])[]> {
  const { byHash } = await KeptVectors.load(files, kind);
  return [...byHash].map(([hash, vector]) => [hash, [...vector]] as const);
}

function asPairs(entries: HashedVector[]): (readonly [string, number[]])[] {
  return entries.map(({ hash, vector }) => [hash, [...vector]] as const);
}

Deno.test("KeptVectors writes each vector once", async () => {
  const files = new MemoryFiles();
  const store = await KeptVectors.load(files, KIND);
  for (let number = 1; number <= 50; number++) await store.add(vectors(number));
  assertStrictEquals(files.written, files.files.get(NAME)!.length);
  const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
  assertEquals(await kept(files), asPairs(vectors(...numbers)));
  assertEquals(files.told, []);
});

Deno.test("KeptVectors leaves out a vector that was cut off, and writes over it", async () => {
  const files = new MemoryFiles();
  await (await KeptVectors.load(files, KIND)).add(vectors(1, 2));
  files.files.set(NAME, files.files.get(NAME)!.slice(0, -3));
  assertEquals(await kept(files), asPairs(vectors(1)));
  await (await KeptVectors.load(files, KIND)).add(vectors(3));
  assertEquals(await kept(files), asPairs(vectors(1, 3)));
});

Deno.test("KeptVectors keeps models apart whose names differ in an odd character", async () => {
  const files = new MemoryFiles();
  const names = ["a/b", "a_b", "a:b", "a b", "../a"];
  for (const [index, model] of names.entries()) {
    await (await KeptVectors.load(files, { ...KIND, model })).add(vectors(index + 1));
  }
  for (const [index, model] of names.entries()) {
    assertEquals(await kept(files, { ...KIND, model }), asPairs(vectors(index + 1)));
  }
  assert([...files.files.keys()].every((name) => !name.includes("/")));
  assertEquals(files.told, []);
});

const damages: [
  what: string,
  damage: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
][] = [
  ["no header", (bytes) => bytes.slice(64)],
  ["null", () => new TextEncoder().encode("null\n")],
  ["nothing", () => new Uint8Array()],
  [
    "the format of an older version",
    () => new TextEncoder().encode('{"endpoint":"embed","dimensions":2,"hashes":[]}\n'),
  ],
  ["a number that is none", () => earlierFile(1, NaN)],
];

/** A file of the format before this one, with 32 bits a number. */
function earlierFile(...numbers: number[]): Uint8Array<ArrayBuffer> {
  const header = JSON.stringify({ format: 2, ...KIND });
  const length = Math.ceil((header.length + 1) / 4) * 4;
  const bytes = new Uint8Array(length + 12 + numbers.length * 4);
  bytes.set(new TextEncoder().encode(header.padEnd(length - 1) + "\n"));
  bytes[length + 11] = 7;
  new Float32Array(bytes.buffer, length + 12).set(numbers);
  return bytes;
}

Deno.test("KeptVectors packs what an earlier version kept, and writes it anew", async () => {
  const files = new MemoryFiles();
  files.files.set(NAME, earlierFile(0.5, -1));
  const packed = asPairs([{ hash: "7".padStart(24, "0"), vector: Int8Array.of(64, -127) }]);
  assertEquals(await kept(files), packed);
  assertStrictEquals(files.files.get(NAME)!.length % 4, (12 + 2) % 4);
  assertEquals([await kept(files), files.told], [packed, []]);
});

for (const [what, damage] of damages) {
  Deno.test(`KeptVectors starts anew where the file holds ${what}, and tells it once`, async () => {
    const files = new MemoryFiles();
    await (await KeptVectors.load(files, KIND)).add(vectors(1));
    files.files.set(NAME, damage(files.files.get(NAME)!));
    const store = await KeptVectors.load(files, KIND);
    assertStrictEquals(store.byHash.size, 0);
    assertEquals(files.told, ["The meanings by m in memory cannot be used and will be read anew."]);
    await store.add(vectors(2));
    assertEquals(await kept(files), asPairs(vectors(2)));
  });
}

Deno.test("KeptVectors starts anew for other dimensions, and for another endpoint", async () => {
  for (const other of [{ ...KIND, dimensions: 3 }, { ...KIND, endpoint: "embeddings" }]) {
    const files = new MemoryFiles();
    await (await KeptVectors.load(files, KIND)).add(vectors(1));
    assertEquals(await kept(files, other), []);
    assertStrictEquals(files.told.length, 1);
  }
});

const damagedStars = [
  "{}",
  "null",
  "[]",
  "[{}]",
  '{"user":"ana","total":1,"savedAt":"2026-01-01","repositories":[{}]}',
  '{"user":"ana","total":1,"savedAt":"2026-01-01","repositories":[null]}',
  '{"user":"ana","total":1,"savedAt":"soon","repositories":[]}',
  '{"user":"ana","rep',
];

for (const text of damagedStars) {
  Deno.test(`collect() reads the stars anew where the file holds ${text}, and tells it`, async () => {
    using _github = stubGitHub(1);
    const files = new MemoryFiles();
    files.files.set("stars-ana.json", new TextEncoder().encode(text));
    const { signal } = new AbortController();
    const { repositories } = await collect("ana", files, { report: silent, signal });
    assertStrictEquals(repositories.length, 100);
    assertEquals(files.told, [
      "The stars of @ana in memory cannot be used and will be read anew.",
    ]);
  });
}
