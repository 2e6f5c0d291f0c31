// Copyright 2026 the Rivulet authors. MIT license.

// The wire cases over a real connection.

import { askWireCase, wireCases } from "../support/wire_case.ts";
import { checkOutcome } from "../support/wire_check.ts";
import { testWireCase } from "./collection.ts";

// A browser hides where a redirect leads, and a stream may drop what nobody has read yet when its
// connection breaks, as browsers and Bun do.
const portableCases = wireCases.filter(({ over, response: { status, end } }) =>
  over !== "stub" && end !== "reset" && (status < 300 || status >= 400)
);

for (const wireCase of portableCases) {
  const { id, title, response, expect } = wireCase;
  testWireCase(`stream() reads ${id}: ${title}`, response, async (server) => {
    const outcome = await askWireCase(wireCase, server.base, { method: "stream" });
    checkOutcome(wireCase, server.base, outcome);
    if (expect.cancelled) await server.clientGone(0);
  });
}
