// Copyright 2026 the Rivulet authors. MIT license.

// The server of a soak, in a process of its own, so that its memory counts for nobody else.

const encoder = new TextEncoder();
const token = (text: string): Uint8Array =>
  encoder.encode(`${JSON.stringify({ message: { content: text } })}\n`);
const END = encoder.encode('{"done":true,"done_reason":"stop"}\n');
const SHORT = new Uint8Array([...token("a"), ...token("b"), ...END]);
const LONG = token("word ".repeat(1600));

/** An answer that goes on as long as it is read. */
function longAnswer(bytes: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes) {
        controller.enqueue(END);
        return controller.close();
      }
      sent += LONG.length;
      controller.enqueue(LONG);
    },
  }, { highWaterMark: 0 });
}

/** Tokens with pauses, for aborts. */
function slowAnswer(): ReadableStream<Uint8Array> {
  let timer: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => controller.enqueue(token("a")), 5);
    },
    cancel: () => clearInterval(timer),
  });
}

/** Vectors for as many texts as were sent. */
async function vectors(request: Request): Promise<Response> {
  const { input } = await request.json() as { input: string[] };
  return Response.json({ embeddings: input.map(() => [0.1, 0.2, 0.3, 0.4]) });
}

const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === "/api/embed") return await vectors(request);
  const { model } = await request.json() as { model: string };
  if (model === "slow") return new Response(slowAnswer());
  const [, mebibytes] = /^long-(\d+)$/.exec(model) ?? [];
  return new Response(mebibytes === undefined ? SHORT : longAnswer(Number(mebibytes) * 1024 ** 2));
});
await Deno.stdout.write(encoder.encode(`${server.addr.port}\n`));
