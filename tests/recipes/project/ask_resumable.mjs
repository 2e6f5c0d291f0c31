// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";

const [, , server] = process.argv;

/** The address of a new answer. */
async function start(prompt) {
  const { status, headers } = await fetch(`${server}/answers`, { method: "POST", body: prompt });
  assert.equal(status, 201);
  return server + headers.get("location");
}

async function readAfter(address, seen) {
  const headers = seen === undefined ? {} : { "last-event-id": String(seen) };
  return await (await fetch(address, { headers })).text();
}

const address = await start("hello");
const whole = await readAfter(address);
assert.match(whole, /^id: 1\nevent: token\ndata: "Hello"\n\nid: 2\n[^]*\nevent: end\ndata: ""\n\n$/);
// Two readers see the same, and one that comes back sees the rest.
assert.equal(await readAfter(address), whole);
assert.equal(await readAfter(address, 1), whole.slice(whole.indexOf("id: 2\n")));
assert.equal(await readAfter(address, 4), "");

// A reader that leaves while the answer comes does not stop it.
const talking = await start("talking");
const body = (await fetch(talking)).body.getReader();
await body.read();
await body.cancel();
const again = (await fetch(talking, { headers: { "last-event-id": "6" } })).body.getReader();
const { value } = await again.read();
assert.match(new TextDecoder().decode(value), /^id: 7\nevent: token\n/);
await again.cancel();

assert.match(
  await readAfter(await start("failing")),
  /^id: 1\nevent: failure\ndata: "Provider request failed \(500\)"\n\n$/,
);
assert.equal((await fetch(`${server}/answers/unknown`)).status, 204);
