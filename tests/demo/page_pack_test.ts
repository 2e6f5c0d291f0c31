// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import type { PageFiles } from "../../demo/build/page_files.ts";
import { pack, unpack } from "../../demo/build/pack.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const files: PageFiles = new Map([
  ["index.html", { type: "text/html; charset=utf-8", contents: bytes("<p>\n\nGrüße</p>\n") }],
  ["empty.css", { type: "text/css", contents: bytes("") }],
  ["main.js", { type: "text/javascript", contents: new Uint8Array([0, 10, 255, 10]) }],
]);

Deno.test("unpack() gives the files that pack() was given, in their order", () => {
  const unpacked = unpack(pack(files))!;
  assertEquals([...unpacked.keys()], [...files.keys()]);
  for (const [name, { type, contents }] of files) {
    const file = unpacked.get(name)!;
    assertStrictEquals(file.type, type);
    assertEquals([...file.contents], [...contents]);
  }
});

Deno.test("unpack() takes no pack that ends early", () => {
  const packed = pack(files);
  for (let length = 0; length < packed.length; length++) {
    assertStrictEquals(unpack(packed.slice(0, length)), undefined, `${length} bytes`);
  }
});

Deno.test("unpack() takes no pack with a byte that changed, or one more", () => {
  const packed = pack(files);
  for (let place = 0; place < packed.length; place++) {
    const damaged = packed.slice();
    damaged[place]! ^= 1;
    assertStrictEquals(unpack(damaged), undefined, `byte ${place}`);
  }
  assertStrictEquals(unpack(new Uint8Array([...packed, 10])), undefined);
});
