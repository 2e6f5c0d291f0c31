// Copyright 2026 the Rivulet authors. MIT license.

// Texts whose characters are all of the answer, however the body is cut.

import { assertEquals } from "@std/assert";
import { askProvider, httpProviderIds } from "../support/ask.ts";
import { protocolOf } from "../support/protocol.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

for (const id of httpProviderIds) {
  Deno.test(`stream() of ${id} keeps a byte order mark in a long text, where a network chunk begins with it`, async () => {
    const { token, end } = protocolOf(id);
    const text = `${"x".repeat(5000)}\ufeffy`;
    const [before = "", behind] = token(text).split("\ufeff");
    const chunks = [before, `\ufeff${behind}`, end];
    const { error, tokens } = await askProvider(id, {
      fetch: stubFetch(() => stubResponse({ chunks })),
    });
    assertEquals([error, tokens[0]?.length], [undefined, text.length]);
  });
}
