// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch } from "@std/assert";
import { getProviderDefinitions } from "@rivulet/llm/providers";
import { isReachable as fits } from "../../demo/page/reach/is_reachable.ts";
import { NAMED } from "../../demo/page/reach/narrow.ts";
import { sourcesOf } from "../../demo/page/reach/sources.ts";
import { SERVICES } from "../../demo/page/target/services.ts";

/** Whether a page that was narrowed to what was entered reaches an address. */
function isReachable(
  address: string,
  { entered, ownOrigin }: { entered: readonly string[]; ownOrigin?: string },
): boolean {
  return fits(address, { sources: [...NAMED, ...sourcesOf(entered)], ownOrigin });
}

Deno.test("the page names the addresses of all providers", () => {
  for (const { defaultBaseUrl } of getProviderDefinitions()) {
    if (defaultBaseUrl !== "") assert(isReachable(defaultBaseUrl, { entered: [] }), defaultBaseUrl);
  }
});

Deno.test("the page names the services that it offers", () => {
  for (const { address } of SERVICES) assert(isReachable(address, { entered: [] }), address);
});

Deno.test("isReachable() knows the page's own origin", () => {
  const ownOrigin = "https://stars.example";
  assert(isReachable("https://stars.example/x", { entered: [], ownOrigin }));
});

const unnamed: [address: string, source: string][] = [
  ["http://[fd00::1]:11434", "http://*:11434"],
  ["http://[::1]", "http://*:80"],
  ["https://[2606:4700::1]/v1", "https://*:443"],
  ["http://my_server:1234", "http://*:1234"],
  ["https://models.example.:8443", "https://*:8443"],
];
for (const [address, source] of unnamed) {
  Deno.test(`sourcesOf() has the port alone of ${address}`, () => {
    assertEquals(sourcesOf([address]), [source]);
    assert(isReachable(address, { entered: [address] }));
    assert(!isReachable(address, { entered: [] }));
    assert(!isReachable("http://[fd00::1]:81", { entered: [address] }));
  });
}

Deno.test("sourcesOf() takes the origin of an address and nothing else of it", () => {
  const entered = [
    "https://models.example/v1; script-src *",
    "https://user:password@models.example/v1",
    "http://192.168.1.5:11434/",
    "javascript:alert(1)",
    "data:text/html,x",
    "*",
    "'unsafe-inline'",
    "https:",
    "https://*",
    "https://*.example",
    "https://a;b",
  ];
  assertEquals(sourcesOf(entered), ["https://models.example", "http://192.168.1.5:11434"]);
  for (const source of NAMED) assertMatch(source, /^('self'|https?:\/\/[\w.*-]+(:(\d+|\*))?)$/);
});

const reachable: [address: string, entered: string[], expected: boolean][] = [
  ["https://api.github.com/users/ana", [], true],
  ["http://api.github.com/users/ana", [], false],
  ["https://api.github.com.evil.example/", [], false],
  ["https://cdn-lfs.huggingface.co/x", [], true],
  ["https://evilhuggingface.co/x", [], false],
  ["http://localhost:1234/v1", [], true],
  ["http://127.0.0.1:11434", [], true],
  ["https://localhost:8443", [], true],
  ["https://127.0.0.1", [], true],
  ["http://127.0.0.2:11434", [], false],
  ["http://localhost.evil.example:1234", [], false],
  ["https://models.example/v1", [], false],
  ["https://models.example/v1", ["https://models.example/other"], true],
  ["https://models.example:8443/v1", ["https://models.example"], false],
  ["not an address", [], false],
];
for (const [address, entered, expected] of reachable) {
  Deno.test(`isReachable() of ${address} with ${entered.join() || "nothing"} entered`, () => {
    assertEquals(isReachable(address, { entered }), expected);
  });
}
