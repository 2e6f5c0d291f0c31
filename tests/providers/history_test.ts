// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import {
  buildMessages,
  getProviderById,
  type LLMMessage,
  type LLMProviderId,
  type LLMStreamRequest,
  type LLMTokenRequest,
} from "@rivulet/llm";
import { answeringFetch, configFor, httpProviderIds, requestFor } from "../support/ask.ts";

const PNG = "data:image/png;base64,iVBORw0KGgo=";

const SYSTEM = { role: "system", content: "S" } as const;

/** The messages behind the instruction. */
function behindSystem(request: Partial<LLMTokenRequest>): unknown[] {
  return buildMessages({ prompt: "q", systemPrompt: "S", ...request }).slice(1);
}

/** The body of the only request that a question sends, or the message of its failure. */
async function sentBy(
  id: LLMProviderId,
  request: Partial<LLMStreamRequest>,
  config: object = {},
): Promise<unknown> {
  const { fetch, requests } = answeringFetch(id, ["a"]);
  const asked = getProviderById(id)
    .stream({ ...configFor(id, { fetch }), ...config }, requestFor(request));
  const message = await asked.then(() => undefined, (error) => `${error.code}: ${error.message}`);
  return message ?? JSON.parse(String(requests[0]!.init.body));
}

const HISTORIES: [what: string, history: LLMMessage[], messages: unknown[]][] = [
  ["nothing", [], [{ role: "user", content: "q\n\n" }]],
  [
    "a question and its answer",
    [{ role: "user", content: "a" }, { role: "assistant", content: "b" }],
    [
      { role: "user", content: "a" },
      { role: "assistant", content: "b" },
      { role: "user", content: "q\n\n" },
    ],
  ],
  [
    "messages without text, which are left out",
    [{ role: "user", content: "a" }, { role: "assistant", content: " \n" }],
    [{ role: "user", content: "a\n\nq\n\n" }],
  ],
  [
    "neighbours of one role, which are joined",
    [
      { role: "user", content: "a" },
      { role: "user", content: "b" },
      { role: "assistant", content: "c" },
      { role: "assistant", content: "d" },
    ],
    [
      { role: "user", content: "a\n\nb" },
      { role: "assistant", content: "c\n\nd" },
      { role: "user", content: "q\n\n" },
    ],
  ],
  [
    "a last message of the user's, whose images come first",
    [{ role: "user", content: "a", images: [PNG] }],
    [{ role: "user", content: "a\n\nq\n\n", images: [PNG] }],
  ],
  [
    "a last image without text, which joins the question",
    [{ role: "user", content: "", images: [PNG] }],
    [{ role: "user", content: "q\n\n", images: [PNG] }],
  ],
  [
    "an image without text, which is kept",
    [{ role: "user", content: "", images: [PNG] }, { role: "assistant", content: "b" }],
    [
      { role: "user", content: "", images: [PNG] },
      { role: "assistant", content: "b" },
      { role: "user", content: "q\n\n" },
    ],
  ],
  [
    "half an emoji",
    [{ role: "assistant", content: "b\ud83d" }],
    [{ role: "assistant", content: "b\ufffd" }, { role: "user", content: "q\n\n" }],
  ],
];

for (const [what, history, messages] of HISTORIES) {
  Deno.test(`buildMessages() puts a history with ${what} before the question`, () => {
    assertEquals(behindSystem({ history }), messages);
  });
}

Deno.test("buildMessages() puts the images of the history before those of the question", () => {
  const history = [{ role: "user", content: "a", images: [PNG] }] as const;
  const [message] = behindSystem({ history, images: ["data:image/gif;base64,R0lG"] });
  assertEquals((message as LLMMessage).images, [PNG, "data:image/gif;base64,R0lG"]);
});

Deno.test("buildMessages() leaves the history of the caller as it is", () => {
  const history: LLMMessage[] = [{ role: "user", content: "a" }, { role: "user", content: "b" }];
  buildMessages({ prompt: "q", history, images: [PNG] });
  assertEquals(history, [{ role: "user", content: "a" }, { role: "user", content: "b" }]);
});

Deno.test("buildMessages() takes null as left out, but for the instruction: then there is none", () => {
  const none = { history: null, images: null, contextSnippets: undefined };
  assertEquals(behindSystem(none), [{ role: "user", content: "q\n\n" }]);
  for (const systemPrompt of ["", " \n", null]) {
    assertEquals(buildMessages({ prompt: "q", systemPrompt }), [{
      role: "user",
      content: "q\n\n",
    }]);
  }
});

Deno.test("buildMessages() writes half of an emoji as U+FFFD", () => {
  const messages = buildMessages({
    prompt: "q\udc00",
    systemPrompt: "S\ud83d",
    contextSnippets: ["c\ud83d"],
  });
  assertEquals(messages.map(({ content }) => content), [
    "S\ufffd",
    "q\ufffd\n\nContext 1:\nc\ufffd",
  ]);
});

for (const id of httpProviderIds) {
  const { kind } = getProviderById(id).definition;

  Deno.test(`stream() of ${id} sends the history`, async () => {
    const history = [{ role: "user", content: "a" }, { role: "assistant", content: "b" }] as const;
    const { messages } = await sentBy(id, { history, systemPrompt: "S", prompt: "q" }) as {
      messages: unknown;
    };
    assertEquals(messages, [SYSTEM, ...history, { role: "user", content: "q\n\n" }]);
  });

  Deno.test(`stream() of ${id} sends images as its protocol has them`, async () => {
    const { messages } = await sentBy(id, { systemPrompt: "", prompt: "q", images: [PNG] }) as {
      messages: unknown;
    };
    assertEquals(messages, [
      id === "local-a" ? { role: "user", content: "q\n\n", images: ["iVBORw0KGgo="] } : {
        role: "user",
        content: [
          { type: "text", text: "q\n\n" },
          { type: "image_url", image_url: { url: PNG } },
        ],
      },
    ]);
  });

  Deno.test(`stream() of ${id} refuses an image that its server could not read`, async () => {
    const wrong = ["", "iVBORw0KGgo=", "blob:http://localhost/1", "file:///a.png", "data:,x"];
    if (kind === "local") wrong.push("https://example.com/a.png");
    const urls = kind === "local" ? "data URLs" : "data, http or https URLs";
    const message = `config: Set images to ${urls}, such as "data:image/png;base64,…"`;
    for (const image of wrong) {
      assertEquals(await sentBy(id, { images: [image] }), message);
      const history = [{ role: "user", content: "", images: [image] }] as const;
      assertEquals(await sentBy(id, { history }), message);
    }
  });

  Deno.test(`stream() of ${id} names what is wrong with a history`, async () => {
    const wrong: [history: unknown, message: string][] = [
      [{}, "Set history to an array of messages with a role and a content"],
      [["a"], "Set history to an array of messages with a role and a content"],
      [[{ role: "user" }], "Set history to an array of messages with a role and a content"],
      [
        [{ role: "system", content: "a" }],
        'Set role in history to "user" or "assistant", the instruction is systemPrompt',
      ],
      [[{ role: "tool", content: "a" }], 'Set role in history to "user" or "assistant"'],
    ];
    for (const [history, message] of wrong) {
      assertEquals(await sentBy(id, { history } as object), `config: ${message}`);
    }
  });

  Deno.test(`stream() of ${id} refuses messages in another place than the history`, async () => {
    const messages = [{ role: "user", content: "a" }];
    const words = "history holds what was said before";
    assertEquals(await sentBy(id, { messages } as object), `config: Remove messages, ${words}`);
    assertEquals(
      await sentBy(id, {}, { extraBody: { messages } }),
      `config: Remove messages in extraBody, ${words}`,
    );
  });

  Deno.test(`stream() of ${id} sends a JSON Schema, and extraBody counts more`, async () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const field = id === "local-a" ? "format" : "response_format";
    const sent = id === "local-a"
      ? schema
      : { type: "json_schema", json_schema: { name: "answer", schema, strict: true } };
    const { [field]: first } = await sentBy(id, { jsonSchema: schema }) as Record<string, unknown>;
    assertEquals(first, sent);
    const extraBody = { [field]: "json" };
    const body = await sentBy(id, { jsonSchema: schema }, { extraBody }) as Record<string, unknown>;
    assertEquals(body[field], "json");
  });

  Deno.test(`stream() of ${id} refuses a JSON Schema that is none`, async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const wrong: [schema: unknown, message: string][] = [
      ["string", "Set jsonSchema to a JSON Schema, as an object"],
      [[], "Set jsonSchema to a JSON Schema, as an object"],
      [circle, "Set only fields in extraBody and jsonSchema that JSON can carry"],
    ];
    for (const [jsonSchema, message] of wrong) {
      assertEquals(await sentBy(id, { jsonSchema } as object), `config: ${message}`);
    }
  });

  Deno.test(`stream() of ${id} trims the name of the model`, async () => {
    const { model } = await sentBy(id, {}, { model: " m\n" }) as { model: string };
    assertEquals(model, "m");
  });
}
