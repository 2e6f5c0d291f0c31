// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { formatProviderError, ProviderError } from "@rivulet/llm";
import { askProvider } from "../support/ask.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

const UNREACHABLE =
  "The local provider is unreachable. Make sure that the local server is running and that " +
  "CORS and network access allow calls to localhost.";

const NETWORK_MESSAGES: [engine: string, message: string][] = [
  ["Chrome", "Failed to fetch"],
  ["Chrome, with the host", "Failed to fetch (localhost:11434)"],
  ["Firefox", "NetworkError when attempting to fetch resource."],
  ["Safari", "Load failed"],
  ["Safari, with the host", "Load failed (localhost:11434)"],
  ["Safari, refused", "Could not connect to the server."],
  ["Safari, offline", "The Internet connection appears to be offline."],
  ["Node", "fetch failed"],
  ["Deno", "error sending request for url (http://localhost:11434/api/chat)"],
];

for (const [engine, message] of NETWORK_MESSAGES) {
  Deno.test(`formatProviderError() knows a network failure of ${engine} by its text`, () => {
    const error = new TypeError(message);
    for (const same of [error, structuredClone(error)]) {
      assertStrictEquals(formatProviderError(same, "local"), UNREACHABLE);
    }
    assertStrictEquals(formatProviderError(error, "remote"), message);
  });
}

/** What platforms say of a connection that a server has answered. */
const REACHED = [
  "other side closed",
  "read ECONNRESET",
  "write EPIPE",
  "socket hang up",
  "connection closed before message completed",
  "Connection reset by peer (os error 104)",
  "unable to get local issuer certificate",
  "invalid peer certificate: UnknownIssuer",
  "error sending request from 127.0.0.1:9 for http://localhost/ (127.0.0.1:80): client error (SendRequest): message head is too large",
  "error sending request for url (https://localhost/): client error (Connect): received corrupt message of type InvalidContentType",
  "error sending request for url (https://api.invalid/): client error (Connect): unsuccessful tunnel",
  "Response does not match the HTTP/1.1 protocol (Expected HTTP/)",
  "Headers Overflow Error",
  'Malformed_HTTP_Response fetching "http://localhost/"',
  'ERR_TLS_CERT_ALTNAME_INVALID fetching "https://localhost/"',
  "EPROTO: The TLS handshake failed. Does the server speak TLS on this port?",
  "Proxy response (400) !== 200 when HTTP Tunneling",
  "bad port",
  "Fetch failed: Requests to port 6000 are blocked",
];

for (const message of REACHED) {
  Deno.test(`formatProviderError() calls a server that said "${message}" reached`, () => {
    const error = new ProviderError("network", message);
    assertStrictEquals(formatProviderError(error, "local"), message);
    const refused = new ProviderError("network", "connect ECONNREFUSED 127.0.0.1:1");
    assertStrictEquals(formatProviderError(refused, "local"), UNREACHABLE);
  });
}

Deno.test("formatProviderError() reads no words in the address of a server", () => {
  const message = "error sending request for url (http://localhost:1/tls/tunnel/certificate): " +
    "client error (Connect): tcp connect error: Connection refused (os error 111)";
  assertStrictEquals(
    formatProviderError(new ProviderError("network", message), "local"),
    UNREACHABLE,
  );
});

const OWN_MESSAGES: [what: string, error: unknown, message: string][] = [
  [
    "an HTTP error",
    new ProviderError("http", "Provider request failed (500)"),
    "Provider request failed (500)",
  ],
  ["an abort", new DOMException("Stopped", "AbortError"), "Stopped"],
  [
    "an abort with a network text",
    new DOMException("Failed to fetch", "AbortError"),
    "Failed to fetch",
  ],
  [
    "an app's error with a similar text",
    new Error("Failed to fetch the model list"),
    "Failed to fetch the model list",
  ],
  ["a text", "no error", "no error"],
  [
    "an object with a network text that is no error",
    { message: "Failed to fetch" },
    "Failed to fetch",
  ],
  ["undefined", undefined, "undefined"],
  ["null", null, "null"],
];

for (const [what, error, message] of OWN_MESSAGES) {
  Deno.test(`formatProviderError() gives the own message of ${what}`, () => {
    assertStrictEquals(formatProviderError(error, "local"), message);
    assertStrictEquals(formatProviderError(error, "remote"), message);
  });
}

Deno.test("formatProviderError() gives the message of an answer that breaks", async () => {
  const fetch = stubFetch(() => stubResponse({ chunks: [], end: "reset" }));
  const { error } = await askProvider("local-a", { fetch });
  assert(error instanceof ProviderError);
  assertEquals([error.code, (error.cause as Error).message], ["stream", "connection reset"]);
  const text = "Provider stream failed: connection reset";
  assertStrictEquals(formatProviderError(error, "local"), text);
});

Deno.test({
  name: "stream() without permission says which one it needs",
  permissions: "none",
  fn: async () => {
    const { error } = await askProvider("local-b");
    assert(error instanceof Error);
    assertStringIncludes(error.message, 'Requires net access to "localhost:1234"');
    assertStrictEquals(formatProviderError(error, "local"), error.message);
  },
});
