// Copyright 2026 the Rivulet authors. MIT license.

// A server that answers, and counts wrong: a program of its own, at the port that it is told.

const [port] = Deno.args;

/** Its two texts; the header is there to be seen as it was given. */
function answerOf(headers: Headers): string {
  const text = headers.get("x-way") === "a b" ? " two" : "";
  const chunks = ["One", text].map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
  const wrong = { choices: [], usage: { "prompt_tokens": "many", "completion_tokens": 2 } };
  const lines = [...chunks, wrong].map((chunk) => JSON.stringify(chunk));
  return [...lines, "[DONE]"].map((line) => `data: ${line}\n\n`).join("");
}

Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen: () => {} }, async (request) => {
  await request.body?.cancel();
  const { pathname } = new URL(request.url);
  if (pathname === "/v1/models") return Response.json({ data: [{ id: "smollm2" }] });
  if (pathname === "/version") return Response.json({ version: "1.2.3" });
  if (request.method === "GET") return new Response(null, { status: 404 });
  return new Response(answerOf(request.headers));
});
