// Copyright 2026 the Rivulet authors. MIT license.

// Runs the cases against a client: `node run.ts ./my_client.ts` (Node 22.18 or newer, Deno or Bun).
// README.md says what that file exports. Nothing of Rivulet is needed: copy this file together with
// the JSON beside it.

import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const client = await import(pathToFileURL(process.argv[2]!).href);
const { ask, protocols = ["chat", "ollama"], isOnPurpose = () => false } = client;
const cases = ["wire", "decisions", "world", "good", "recorded"]
  .flatMap((name) => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8")))
  .map((one) => ({ ...one, protocol: one.provider === "local-a" ? "ollama" : "chat" }))
  // The others need an option of Rivulet, or an answer made by hand.
  .filter(({ config, over, protocol }) => !config && !over && protocols.includes(protocol));

const server = createServer(async ({ url }, response) => {
  const { status, headers, chunks, end } = cases[Number(url!.split("/")[1])].response;
  response.writeHead(status, headers).flushHeaders();
  for (const chunk of chunks) {
    if (typeof chunk === "string") response.write(chunk);
    else if ("base64" in chunk) response.write(Buffer.from(chunk.base64, "base64"));
    else response.write(chunk.repeat.repeat(chunk.times));
    await setTimeout(1); // Each chunk leaves by itself.
  }
  if (end === "close") response.end();
  if (end === "reset") response.destroy();
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as { port: number };

const counts: Record<string, number> = {};
const waiting = cases.entries();
process.on("unhandledRejection", () => {}); // Some clients leave a promise without a handler.
await Promise.all(Array.from({ length: 16 }, async () => {
  for (const [index, { id, protocol, expect }] of waiting) {
    let text = "";
    const end = await Promise.race([
      ask({ base: `http://127.0.0.1:${port}/${index}`, protocol }, (piece: string) => text += piece)
        .then(() => "ended well", (error: unknown) => isOnPurpose(error) ? "on purpose" : "failed"),
      setTimeout(10_000, "no end"),
    ]);
    const isWhole = text.length === expect.textLength || text === expect.tokens?.join("");
    const wanted = "error" in expect ? "failed" : "ended well";
    const outcome = `wanted: ${wanted}; ${end}, ${isWhole ? "the text" : "another text"}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (end !== wanted || !isWhole) process.stdout.write(`${id} ${outcome}\n`);
  }
}));
for (const [outcome, count] of Object.entries(counts).sort()) {
  process.stdout.write(`${count} cases ${outcome}\n`);
}
process.exit();
