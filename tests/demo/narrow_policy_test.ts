// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch } from "@std/assert";
import { getProviderDefinitions } from "@rivulet/llm/providers";
import { isReachable, policyFor } from "../../demo/page/narrow_policy.ts";

Deno.test("the page names the addresses of all providers", () => {
  for (const { defaultBaseUrl } of getProviderDefinitions()) {
    if (defaultBaseUrl !== "") assert(isReachable(defaultBaseUrl, []), defaultBaseUrl);
  }
});

Deno.test("policyFor() takes the origin of an address and nothing else of it", () => {
  const entered = [
    "https://models.example/v1; script-src *",
    "https://user:password@models.example/v1",
    "http://192.168.1.5:11434/",
    "javascript:alert(1)",
    "data:text/html,x",
    "*",
    "'unsafe-inline'",
    "https:",
  ];
  const policy = policyFor(entered);
  assert(policy.endsWith(" https://models.example http://192.168.1.5:11434"), policy);
  const [directive, ...sources] = policy.split(" ");
  assertEquals(directive, "connect-src");
  for (const source of sources) assertMatch(source, /^('self'|https?:\/\/[\w.*-]+(:(\d+|\*))?)$/);
});

const reachable: [address: string, entered: string[], expected: boolean][] = [
  ["https://api.github.com/users/ana", [], true],
  ["http://api.github.com/users/ana", [], false],
  ["https://api.github.com.evil.example/", [], false],
  ["https://cdn-lfs.huggingface.co/x", [], true],
  ["https://evilhuggingface.co/x", [], false],
  ["http://localhost:1234/v1", [], true],
  ["http://127.0.0.1:11434", [], true],
  ["http://localhost.evil.example:1234", [], false],
  ["https://models.example/v1", [], false],
  ["https://models.example/v1", ["https://models.example/other"], true],
  ["https://models.example:8443/v1", ["https://models.example"], false],
  ["not an address", [], false],
];
for (const [address, entered, expected] of reachable) {
  Deno.test(`isReachable() of ${address} with ${entered.join() || "nothing"} entered`, () => {
    assertEquals(isReachable(address, entered), expected);
  });
}
