// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { calls } from "../support/calls.ts";
import { stubServer } from "../support/stub_server.ts";

for (const call of calls) {
  Deno.test(`${call.name} refuses a redirect and says where it leads, once`, async () => {
    for (const status of [300, 301, 302, 303, 307, 308, 399]) {
      const headers = { location: "https://x.example/moved" };
      using server = stubServer(call.serve(() => new Response(null, { status, headers })));
      const { code, reason, ...error } = await assertRejects(() => call.run(), Error) as Refusal;
      const words = reason?.replaceAll('"', "");
      assertEquals([code, words], ["http", `the server redirects to ${headers.location}`]);
      assertEquals([error.status, server.requests.length], [status, call.probes.length + 1]);
      assertStrictEquals(server.requests.at(-1)?.init.redirect, "manual");
    }
  });

  Deno.test(`${call.name} takes the address of another status for no redirect`, async () => {
    const init = { status: 400, headers: { location: "/elsewhere" } };
    using _server = stubServer(call.serve(() => Response.json({ error: "no" }, init)));
    const { reason } = await assertRejects(() => call.run(), Error) as Refusal;
    assertStrictEquals(reason, "no");
  });
}

interface Refusal extends Error {
  code?: string;
  reason?: string;
  status?: number;
}
