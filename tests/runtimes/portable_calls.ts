// Copyright 2026 the Rivulet authors. MIT license.

// What every call keeps over a real connection, chat and embedding alike.

import { formatProviderError } from "@rivulet/llm";
import { type Call, calls, iterableCalls } from "../support/calls.ts";
import { assertEquals, assertRejects } from "./assertions.ts";
import { testServer } from "./collection.ts";
import type { Host, ServerAnswer, ServerAnswers } from "./host.ts";

/** The answers to a call, whose own question comes after its probe. */
function answersTo({ probes }: Call, ...own: ServerAnswers): ServerAnswers {
  return [...probes.map((status): ServerAnswer => ({ status })), ...own];
}

function begun({ beginning }: Call): ServerAnswer {
  return { chunks: [beginning], end: "open" };
}

/** How many connections this runtime itself opens for so many requests, each read to its end. */
async function countOfPlainFetch(
  host: Host,
  answer: ServerAnswer,
  requests: number,
): Promise<number> {
  const server = await host.startServer([answer]);
  try {
    const headers = { "content-type": "application/json" };
    for (let count = 0; count < requests; count++) {
      await (await fetch(server.base, { method: "POST", headers, body: "{}" })).text();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return await server.connections();
  } finally {
    await server.close();
  }
}

/**
 * A machine that is too busy to read a body to its end in time loses a connection now and then: of
 * so many series of ten questions one has to go well. What cuts its bodies off loses ten in each.
 */
const MOST_SERIES = 3;

/** When a call is aborted, and what the server has answered by then. */
const PHASES: [when: string, answer: (call: Call) => ServerAnswer | "silence"][] = [
  ["before the answer", () => "silence"],
  ["during the answer", begun],
];

for (const call of calls) {
  const own = call.probes.length;

  for (const [when, answer] of PHASES) {
    testServer(
      `${call.name} stops at once when it is aborted ${when}`,
      answersTo(call, answer(call)),
      async (server) => {
        const controller = new AbortController();
        const rejected = assertRejects(call.run({ base: server.base, signal: controller.signal }));
        await server.asked(own);
        controller.abort("enough");
        const { name, cause } = await rejected;
        assertEquals([name, cause], ["AbortError", "enough"]);
        await server.clientGone(own);
      },
    );
  }

  testServer(
    `${call.name} does not follow a redirect`,
    answersTo(call, { status: 307, headers: { location: "/elsewhere" } }),
    async (server, { hidesRedirects }) => {
      const error = await assertRejects(call.run({ base: server.base }));
      const { code, status, reason = "" } = error as {
        code?: string;
        status?: number;
        reason?: string;
      };
      const place = hidesRedirects ? /address/ : /\/elsewhere"?$/;
      assertEquals([code, status || 0], ["http", hidesRedirects ? 0 : 307]);
      assertEquals([reason.startsWith("the server redirects to "), place.test(reason)], [
        true,
        true,
      ]);
    },
  );

  // What is cut off costs its connection, and a remote service pays with a TLS handshake.
  // embedMany() asks ahead, so that it may need two.
  const asksAhead = call.name === "embedMany()";
  for (const [what, status] of [["an answer", 200], ["an error", 429]] as const) {
    if (asksAhead) continue;
    const answer: ServerAnswer = { status, chunks: [call.body], restMs: 2 };
    testServer(
      `${call.name} keeps its connection for ten questions, whose body ends late after ${what}`,
      Array.from({ length: 10 * MOST_SERIES }, () => answersTo(call, answer)).flat(),
      async (server, host) => {
        let opened = 0;
        for (let series = 0; series < MOST_SERIES; series++) {
          const before = await server.connections();
          for (let count = 0; count < 10; count++) {
            const asked = call.run({ base: server.base });
            if (status === 200) await asked;
            else await assertRejects(asked);
            // Node gives a connection back one turn of the event loop after the end of its answer.
            await new Promise((resolve) => setTimeout(resolve, 0));
          }
          // One, or two where the first was not given back in time.
          opened = await server.connections() - before;
          if (opened <= 2) return;
        }
        // WebKitGTK opens one for each POST, whoever asks.
        const least = await countOfPlainFetch(host, answer, 10 * (call.probes.length + 1));
        assertEquals(opened <= least, true, `${opened} in place of ${least}`);
      },
    );
  }

  testServer(
    `${call.name} rejects when the connection breaks`,
    answersTo(call, begun(call)),
    async (server) => {
      const rejected = assertRejects(call.run({ base: server.base }));
      await server.asked(own);
      await server.breakOff();
      const { name, code } = await rejected as Error & { code?: string };
      assertEquals(
        ["ProviderError stream", "EmbeddingError network"].includes(`${name} ${code}`),
        true,
      );
    },
  );

  testServer(`${call.name} tells that a server cannot be reached`, "silence", async (server) => {
    await server.close();
    const error = await assertRejects(call.run({ base: server.base }));
    assertEquals((error as { code?: string }).code, "network");
    const text = formatProviderError(error, "local");
    assertEquals(
      text.startsWith("The local provider is unreachable."),
      error.name === "ProviderError",
    );
  });
}

for (const call of iterableCalls) {
  const own = call.probes.length;
  // A batch of vectors comes when it is whole, and the next one is under way then.
  const first: ServerAnswer[] = own === 0 ? [] : [{ chunks: [call.body] }];

  testServer(
    `${call.name} closes the connection when the loop is left`,
    answersTo(call, ...first, begun(call)),
    async (server) => {
      for await (const _ of call.iterate({ base: server.base })) {
        await server.asked(own + first.length);
        break;
      }
      await server.clientGone(own + first.length);
    },
  );
}
