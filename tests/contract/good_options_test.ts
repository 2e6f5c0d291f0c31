// Copyright 2026 the Rivulet authors. MIT license.

// Configurations and requests in forms that are odd and good.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { getProviderById, type HeadersLike } from "@rivulet/llm";
import { answeringFetch, askProvider, configFor, requestFor } from "../support/ask.ts";

type Make = <Given extends object>(given: Given) => Given;

/** An object in other forms that have the same fields. */
const FORMS: [what: string, make: Make][] = [
  ["frozen", Object.freeze],
  ["without a prototype", (given) => Object.assign(Object.create(null), given)],
  ["behind a proxy", (given) => new Proxy(given, {})],
];

const INHERITED: typeof FORMS[number] = ["whose fields are inherited", Object.create];

for (const [what, make] of [...FORMS, INHERITED]) {
  Deno.test(`stream() takes a configuration and a request ${what}`, async () => {
    const { fetch, requests } = answeringFetch("local-b", ["a"]);
    const tokens: string[] = [];
    const onToken = (token: string) => tokens.push(token);
    const contextSnippets = Object.freeze(["a snippet"]);
    const request = make(requestFor({ contextSnippets, onToken }));
    await getProviderById("local-b").stream(make(configFor("local-b", { fetch })), request);
    assertEquals([tokens, requests.length], [["a"], 1]);
  });
}

for (const [what, make] of FORMS) {
  Deno.test(`stream() sends headers and fields of the body in an object ${what}`, async () => {
    const { fetch, requests } = answeringFetch("local-b", ["a"]);
    const headers = make({ "x-a": "1" });
    const extraBody = make({ temperature: 0, options: make({ top: 1 }) });
    const { error } = await askProvider("local-b", { fetch, headers, extraBody });
    assertStrictEquals(error, undefined);
    const { model: _model, stream: _stream, messages: _messages, ...fields } = JSON.parse(
      requests[0]?.init.body as string,
    );
    const sent: unknown = requests[0]?.init.headers;
    assertEquals(sent, { "Content-Type": "application/json", "x-a": "1" });
    assertEquals(fields, { temperature: 0, options: { top: 1 } });
  });
}

const HEADERS: [what: string, headers: HeadersLike][] = [
  ["as Headers", new Headers({ "x-a": "1" })],
  ["as a Map", new Map([["x-a", "1"]])],
  ["as a list of pairs", [["x-a", "1"]]],
  ["by an iterator", [["x-a", "1"]].values()],
  ["as URLSearchParams", new URLSearchParams({ "x-a": "1" })],
  ["beside one that is left out", { "x-a": "1", "x-b": undefined }],
];

for (const [what, headers] of HEADERS) {
  Deno.test(`stream() sends headers that are given ${what}`, async () => {
    const { fetch, requests } = answeringFetch("local-b", ["a"]);
    const { error } = await askProvider("local-b", { fetch, headers });
    assertStrictEquals(error, undefined);
    const sent: unknown = requests[0]?.init.headers;
    assertEquals(sent, { "Content-Type": "application/json", "x-a": "1" });
  });
}

/** What a library puts in place of a signal where there is none. */
class OtherSignal extends EventTarget {
  readonly aborted = false;
  readonly reason = undefined;
}

Deno.test("stream() takes a signal that is none of the platform's", async () => {
  const { fetch } = answeringFetch("local-b", ["a"]);
  const signal = new OtherSignal() as unknown as AbortSignal;
  const { error, tokens } = await askProvider("local-b", { fetch }, { signal });
  assertEquals([error, tokens], [undefined, ["a"]]);
});

Deno.test("stream() asks with an empty prompt, an odd name of a model and empty snippets", async () => {
  const { fetch, requests } = answeringFetch("local-b", ["a"]);
  const model = "hf.co/ünï/x:Q4_K_M@latest";
  const { error } = await askProvider("local-b", { fetch, model }, {
    prompt: "",
    contextSnippets: ["", " "],
  });
  assertStrictEquals(error, undefined);
  assertStrictEquals(JSON.parse(requests[0]?.init.body as string).model, model);
});

Deno.test("stream() reads an answer to which a fetch of the caller's own was redirected", async () => {
  const { fetch } = answeringFetch("local-b", ["a"]);
  const following = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    Object.defineProperty(response, "redirected", { value: true });
    Object.defineProperty(response, "url", { value: "http://localhost/elsewhere" });
    return response;
  };
  const { error, tokens } = await askProvider("local-b", { fetch: following });
  assertEquals([error, tokens], [undefined, ["a"]]);
});
