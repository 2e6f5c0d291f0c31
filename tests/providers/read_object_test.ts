// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import {
  type LLMStreamPart,
  type LLMTokenRequest,
  ollama,
  ProviderError,
  readObject,
  type StandardSchema,
} from "@rivulet/llm";
import { answeringFetch, configFor } from "../support/ask.ts";
import { NOWHERE, providerOf, says } from "../support/sources.ts";

interface City {
  city: string;
}

const JSON_SCHEMA = { type: "object", properties: { city: { type: "string" } } };

/** A schema as a library of schemas makes it. */
function schemaOf(more: Partial<StandardSchema<City>["~standard"]> = {}): StandardSchema<City> {
  return {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value) => {
        const { city } = value as Partial<City>;
        return typeof city === "string" ? { value: { city } } : {
          issues: [
            { message: "Expected a text", path: ["places", 0, { key: "city" }] },
            { message: "and more" },
          ],
        };
      },
      jsonSchema: { input: () => JSON_SCHEMA },
      ...more,
    },
  };
}

async function outcomeOf(
  said: readonly (string | LLMStreamPart[])[],
  schema: StandardSchema<City> | Record<string, unknown> = schemaOf(),
  more: Partial<LLMTokenRequest> = {},
): Promise<unknown> {
  const provider = providerOf(() => says(said));
  try {
    return await readObject(provider, NOWHERE, { prompt: "q", schema, ...more });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return [error.code, error.message, error.reason];
  }
}

Deno.test("readObject() reads the JSON of an answer, within fences or not", async () => {
  for (
    const answer of [
      '{"city":"Oslo"}',
      ' {"city": "Oslo"}\n',
      '```json\n{"city":"Oslo"}\n```',
      '```\n{"city":"Oslo"}```\n',
    ]
  ) {
    assertEquals(await outcomeOf([answer.slice(0, 5), answer.slice(5)]), { city: "Oslo" });
  }
});

Deno.test("readObject() takes an asynchronous schema and gives what the schema makes", async () => {
  const validate = (value: unknown) =>
    Promise.resolve({ value: { city: `${(value as City).city}!` } });
  assertEquals(await outcomeOf(['{"city":"Oslo"}'], schemaOf({ validate })), { city: "Oslo!" });
});

Deno.test("readObject() names the places that do not fit", async () => {
  assertEquals(await outcomeOf(['{"city":1}']), [
    "format",
    "The answer does not fit the schema: places[0].city: Expected a text; and more",
    '{"city":1}',
  ]);
});

Deno.test("readObject() says why an answer is no JSON", async () => {
  const long = `Sure! ${"x".repeat(300)}`;
  const cases: [said: (string | LLMStreamPart[])[], message: string, reason: string][] = [
    [[long], "The answer is not JSON", `${long.slice(0, 200)}…`],
    [['```\n"Oslo"abc'], "The answer is not JSON", '```\n"Oslo"abc'],
    [[" "], "The answer is empty", ""],
    [
      ['{"ci', [{ finishReason: "length" }]],
      "The answer was cut at the limit of its tokens",
      '{"ci',
    ],
    [[[{ token: "No", refusal: "No" }]], "The model refused to answer", "No"],
  ];
  for (const [said, message, reason] of cases) {
    assertEquals(await outcomeOf(said), ["format", message, reason]);
  }
});

Deno.test("readObject() checks nothing against a JSON Schema alone", async () => {
  assertEquals(await outcomeOf(['{"city":1}'], JSON_SCHEMA), { city: 1 });
});

Deno.test("readObject() sends the JSON Schema that the schema makes, or the one beside it", async () => {
  const beside = { type: "object" };
  for (const [more, sent] of [[{}, JSON_SCHEMA], [{ jsonSchema: beside }, beside]] as const) {
    const { fetch, requests } = answeringFetch("local-a", ['{"city":"Oslo"}']);
    const request = { prompt: "q", schema: schemaOf(), ...more };
    const { city }: City = await readObject(ollama, configFor("local-a", { fetch }), request);
    assertEquals(city, "Oslo");
    assertEquals(JSON.parse(String(requests[0]!.init.body)).format, sent);
  }
});

Deno.test("readObject() asks for a JSON Schema where the schema makes none, and sends nothing", async () => {
  const none = schemaOf({ jsonSchema: undefined });
  const cannot = schemaOf({
    jsonSchema: {
      input: () => {
        throw new Error("dates have none");
      },
    },
  });
  const message = "Set jsonSchema beside schema, which makes no JSON Schema of itself";
  for (const schema of [none, cannot]) {
    assertEquals(await outcomeOf([], schema), ["config", message, undefined]);
    assertEquals(await outcomeOf(['{"city":"Oslo"}'], schema, { jsonSchema: JSON_SCHEMA }), {
      city: "Oslo",
    });
  }
  assertEquals(await outcomeOf([], null as never), [
    "config",
    "Set schema to a Standard Schema or a JSON Schema",
    undefined,
  ]);
});

Deno.test("readObject() rejects as the provider does, and calls the callbacks of the request", async () => {
  const finished: unknown[] = [];
  const onFinish = (summary: unknown) => void finished.push(summary);
  await outcomeOf(['{"city":"Oslo"}'], JSON_SCHEMA, { onFinish });
  assertEquals(finished, [{ endedBy: "eof", tokenCount: 1 }]);
  assertEquals(await outcomeOf([[{ failure: "gone" }]]), [
    "stream",
    "Provider stream failed: gone",
    "gone",
  ]);
});
