// Copyright 2026 the Rivulet authors. MIT license.

// What reads texts of others takes linear time, whatever they are: all functions of the library and
// of the demo that take a text, found by their declarations, and what reads answers, in any pieces.

import { assert, assertEquals } from "@std/assert";
import {
  ChatCompletionTokenStream,
  defineHttpProvider,
  getProviderById,
  OllamaTokenStream,
  ThinkingSplitter,
} from "@rivulet/llm";
import { copyMarkdown } from "../../demo/page/answer/copy_markdown.ts";
import { citedSources } from "../../demo/stars/citations.ts";
import { isParroted } from "../../demo/stars/parroted.ts";
import { strangersIn } from "../../demo/stars/strangers.ts";
import type { Repository } from "../../demo/stars/repository.ts";
import { askProvider, httpProviderIds, outcomeOf } from "../support/ask.ts";
import { cutIntoPieces } from "../support/bytes.ts";
import { chunked } from "../support/chunked.ts";
import { isProbe, makeClient, makeOpenAIClient } from "../support/embedding_server.ts";
import { stubServer } from "../support/stub_server.ts";
import { hostileTexts } from "./hostile_texts.ts";
import { type NativeCost, watchNatives } from "./natives.ts";
import { readSources, type SyntaxNode } from "./sources.ts";
import { StepCounter } from "./step_counter.ts";

/** How much more twice the text may cost. */
const MAX_GROWTH = 2.5;

/** How many texts are read together. */
const GROUP = 8;

/** Below this, what does not grow counts too much. */
const MIN_STEPS = 20_000;

type Read = (text: string) => unknown;

/** The texts of this length for which reading them costs more than it should, by their beginnings. */
async function findSlow(counter: StepCounter, read: Read, length: number): Promise<string[]> {
  const readAll = (texts: string[]) => async () => {
    for (const text of texts) await read(text);
  };
  const isSlow = async (short: string[], long: string[]) => {
    await counter.count(readAll(short)); // what happens once only
    const steps = await counter.count(readAll(long));
    return steps > MIN_STEPS && steps > MAX_GROWTH * await counter.count(readAll(short));
  };
  const [short, long] = [hostileTexts(length), hostileTexts(2 * length)];
  const slow: string[] = [];
  // Some together first: the square of one of them shows in their sum.
  for (let start = 0; start < short.length; start += GROUP) {
    const group = short.slice(start, start + GROUP);
    if (!await isSlow(group, long.slice(start, start + GROUP))) continue;
    for (const [index, text] of group.entries()) {
      if (await isSlow([text], [long[start + index]!])) slow.push(text.slice(0, 40));
    }
  }
  return slow;
}

/** Reads a text without minding what comes of it. */
function quietly(read: Read): Read {
  return async (text) => {
    try {
      await read(text);
    } catch {
      // Most of these texts are refused.
    }
  };
}

/** The body of an answer, in pieces of so many bytes. */
function bodyOf(text: string, size: number): BodyInit {
  const bytes = new TextEncoder().encode(text);
  return size >= bytes.length ? bytes : chunked(cutIntoPieces(bytes, size), "bytes");
}

/** A protocol that finds nothing in any value, so that all of it is judged by its form. */
const ownProtocol = defineHttpProvider({
  definition: {
    id: "own",
    label: "Own",
    kind: "local",
    defaultBaseUrl: "http://localhost:1",
    defaultModel: "m",
    requiresApiKey: false,
  },
  path: "/ask",
  body: () => ({}),
  read: () => undefined,
});

const READERS: [name: string, read: Read][] = [
  ...[1_000_000, 50].flatMap((size): [string, Read][] => [
    ...httpProviderIds.map((id): [string, Read] => [
      `stream() of ${id} in pieces of ${size}`,
      (text) => askProvider(id, { fetch: () => Promise.resolve(new Response(bodyOf(text, size))) }),
    ]),
    [`stream() of a protocol of its own in pieces of ${size}`, (text) => {
      const fetch = () => Promise.resolve(new Response(bodyOf(text, size)));
      return outcomeOf(ownProtocol, { baseUrl: "http://localhost:1", model: "m", fetch }, {
        prompt: "Q",
      });
    }],
    ...["new", "old"].map((age): [string, Read] => [
      `embedBatch() from /api/${age === "new" ? "embed" : "embeddings"} in pieces of ${size}`,
      async (text) => {
        const begun = age === "new" ? '{"embeddings":[' : '{"embedding":';
        for (const body of [text, begun + text]) {
          using _server = stubServer((request) => {
            if (!isProbe(request)) return new Response(bodyOf(body, size));
            return new Response("{}", { status: age === "new" ? 200 : 404 });
          });
          await makeClient().embedBatch(["a"]).catch(() => {});
        }
      },
    ]),
    [`embedBatch() from /v1/embeddings in pieces of ${size}`, async (text): Promise<void> => {
      for (const body of [text, `{"data":[${text}`, `{"data":[{"embedding":${text}`]) {
        const fetch = () => Promise.resolve(new Response(bodyOf(body, size)));
        await makeOpenAIClient({ fetch }).embedBatch(["a"]).catch(() => {});
      }
    }] satisfies [string, Read],
  ]),
  ["a refusal of a chat", (text) =>
    askProvider("standard-compatible", {
      fetch: () => Promise.resolve(new Response(text, { status: 400 })),
    })],
  [
    "a refusal of a chat whose text alone can be read",
    (text) =>
      askProvider("standard-compatible", {
        fetch: () => Promise.resolve({ ok: false, status: 400, text: () => Promise.resolve(text) }),
      }),
  ],
  ...httpProviderIds.map((id): [string, Read] => [
    `models() of ${id}`,
    (text) => {
      const fetch = () => Promise.resolve(new Response(text));
      return getProviderById(id).models({ baseUrl: "http://localhost:1", apiKey: "k", fetch });
    },
  ]),
  ["the list of models", async (text) => {
    using _server = stubServer(() => new Response(text));
    await makeClient().healthCheck();
  }],
  ["ThinkingSplitter", (text) => {
    for (const before of ["", "<think>", "<think>a"]) {
      const splitter = new ThinkingSplitter();
      splitter.push(before);
      for (const character of text) splitter.push(character);
      splitter.end();
    }
  }],
  ...[ChatCompletionTokenStream, OllamaTokenStream].map((Stream): [string, Read] => [
    Stream.name,
    (text) =>
      Array.fromAsync(
        new Response(text).body!.pipeThrough(new TextDecoderStream()).pipeThrough(new Stream()),
      ),
  ]),
];

const sources = readSources();

for (const [name, read] of READERS) {
  Deno.test(`${name} takes linear time`, async () => {
    await using counter = await StepCounter.start();
    assertEquals(await findSlow(counter, quietly(read), 600), []);
  });
}

Deno.test("tool calls with an id and without an index take linear time", async () => {
  await using counter = await StepCounter.start();
  const call = (id: number) =>
    `data: {"choices":[{"delta":{"tool_calls":[{"id":"${id}","function":{"name":"f"}}]}}]}\n\n`;
  const stepsFor = (count: number) => {
    const body = Array.from({ length: count }, (_, id) => call(id)).join("");
    const fetch = () => Promise.resolve(new Response(body));
    return counter.count(() => askProvider("local-b", { fetch }));
  };
  await stepsFor(10);
  const [few, many] = [await stepsFor(500), await stepsFor(1000)];
  assert(many <= MAX_GROWTH * few, `${few} steps, then ${many}`);
});

/** A long answer, all of which is read for its sources. */
const MATCHES = [{ fullName: "a/b" }, { fullName: "c/d" }] as unknown as Repository[];
const CITING = ["[1] ", "a/b [2] ", "a/b c/d [1] ", "x/y ", "`a` ", "[1", "Context 1: "];

/** What is cheap alone, and not where it is done with the whole text for each place in it. */
const COPIES: readonly NativeCost[] = [
  [String.prototype as never, "slice", (_, _values, text) => (text as string).length],
  [
    String.prototype as never,
    "lastIndexOf",
    ({ length }, [, start], found) => Math.min(length, Number(start ?? length)) - (found as number),
  ],
];

function copiesOf(read: () => void): number {
  let count = 0;
  const restore = watchNatives((cost) => count += cost, COPIES);
  try {
    read();
  } finally {
    restore();
  }
  return count;
}

for (const piece of CITING) {
  Deno.test(`an answer full of ${JSON.stringify(piece)} is read in linear time`, async () => {
    await using counter = await StepCounter.start();
    const stepsFor = async (length: number) => {
      const text = piece.repeat(length / piece.length);
      const read = () => {
        citedSources(text, MATCHES);
        isParroted(text, "q");
        strangersIn(text, MATCHES);
        copyMarkdown(text, MATCHES);
      };
      return copiesOf(read) + await counter.count(read);
    };
    await stepsFor(100);
    const [few, many] = [await stepsFor(20_000), await stepsFor(40_000)];
    assert(many <= MAX_GROWTH * few, `${few} steps, then ${many}`);
  });
}

/** What acts in place of telling something; a parser tells. */
const ACTS = /^TSVoidKeyword|^(?:Promise|HTML|SVG|Element|Node|Document)/;

/** The exported functions of a file that tell something of nothing but a text. */
function textFunctions(nodes: SyntaxNode[]): string[] {
  return nodes.flatMap(({ type, declaration }) => {
    const { type: kind, id, params = [], returnType } = (declaration ?? {}) as {
      type?: string;
      id?: { name: string };
      params?: Parameter[];
      returnType?: { typeAnnotation: { type: string; typeName?: { name?: string } } };
    };
    const returned = returnType?.typeAnnotation;
    if (ACTS.test(returned?.typeName?.name ?? returned?.type ?? "TSVoidKeyword")) return [];
    const [first, ...others] = params;
    const fits = type === "ExportNamedDeclaration" && kind === "FunctionDeclaration" &&
      first?.typeAnnotation?.typeAnnotation.type === "TSStringKeyword" &&
      others.every((each) => each.type === "AssignmentPattern" || each.optional);
    return fits ? [id!.name] : [];
  });
}

interface Parameter {
  type: string;
  optional?: boolean;
  typeAnnotation?: { typeAnnotation: { type: string } };
}

for (const { path, url, nodes } of sources) {
  for (const name of textFunctions(nodes)) {
    Deno.test({
      name: `${name}() of ${path} takes linear time`,
      // Whatever it does with a text, it does nothing else.
      permissions: { read: true, env: true, sys: true },
      async fn() {
        const module = await import(url);
        await using counter = await StepCounter.start();
        assertEquals(await findSlow(counter, quietly(module[name]), 600), []);
      },
    });
  }
}

/** Where texts of servers are read, and every function should have been. */
const PARSERS =
  /^_internal\/(?:http\/(?:reader\/|embeddings\/(?:vector|read|server)|error_body)|core\/(?:thinking|excerpt|json))/;

/** What hostile texts are not: sound. */
const ORDINARY = [
  "<think>a</think> b",
  "[1]}",
  "[1]]}",
  "[]]}",
  "7}",
  '["x"]}',
  "[1],[2]]}",
  '[1],"index":0}]}',
  '"x"}]}',
  '{"choices":[{"delta":{"content":[{"type":"text","text":"a"}],"reasoning":"b"}}],"usage":{"prompt_tokens":1}}',
  'data: {"message":{"content":"\\ud83d"}}\ndata: {"message":{"content":"\\ude00"}}\n',
  '{"error":{},"code":500,"message":"x"}',
  '{"code":"busy","message":"x","errors":[],"detail":""}',
  'data: {"x":\ndata: 1}\n\n',
  'data: {"x":1}\n\n',
  'data: {"detail":"x"}\n\ndata: {"choices":[{"finish_reason":"stop"}]}\n\n',
  '{"detail":"x"}\n{"done":true}',
  'event: tool\ndata: {"error":"x"}\n\n',
  'event: error\ndata: {"detail":"x"}\n\n',
  'event: tool\ndata: {"choices":[{}],"error":"x"}\n\n',
  '{"choices":[{"delta":{"content":[{"type":"thinking","thinking":"t"}]}}]}',
  '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":{}}}]}}]}',
  "<p>\ndata: x\n",
];

/** So long that it is looked into in another way, and read in one piece where it matters. */
const LONG_LINE = `{"image":"${"A".repeat(1024 * 1024)}","message":{"content":"a"}}\n`;

Deno.test("the growth of every parser has been looked at", async () => {
  await using counter = await StepCounter.start();
  for (const [name, read] of READERS) {
    const long = name.startsWith("stream()") && !name.endsWith(" 50") ? [LONG_LINE] : [];
    await counter.count(async () => {
      for (const text of [...hostileTexts(50), ...ORDINARY, ...long]) await quietly(read)(text);
    });
  }
  const missed = sources.filter(({ path }) => PARSERS.test(path)).flatMap(
    ({ path, url, nodes }) => {
      const reached = counter.reached.get(url) ?? new Set();
      return functionNames(nodes).filter((name) => !reached.has(name)).map((name) =>
        `${path}: ${name}`
      );
    },
  );
  assert(sources.length > 100);
  assertEquals(missed, []);
});

function functionNames(nodes: SyntaxNode[]): string[] {
  return nodes.flatMap((node) => {
    const { id, key } = node as {
      id?: { name: string };
      key?: { name?: string; id?: { name: string } };
    };
    if (node.type === "FunctionDeclaration" && node.body !== undefined) return [id!.name];
    if (node.type === "ClassMethod" && key?.name !== "constructor") {
      return [node.kind === "get" ? `get ${key!.name}` : key!.name!];
    }
    return node.type === "ClassPrivateMethod" ? [`#${key!.id!.name}`] : [];
  });
}
