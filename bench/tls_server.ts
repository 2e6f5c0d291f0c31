// Copyright 2026 the Rivulet authors. MIT license.

/**
 * A server over TLS that counts its connections, in a process of its own. Prints its port and that of
 * a second one, over which it is asked for the count and told to begin anew.
 *
 * @module
 */

import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { generate } from "selfsigned";
import { answerEvents } from "./workload.ts";

/** How long servers take, after their end marker, to end the body: enough to be cut off by a hasty client. */
const REST_MS = 2;

const localhost = [{ type: 2, value: "localhost" }] as const;
const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
  extensions: [{ name: "basicConstraints", cA: false }, {
    name: "subjectAltName",
    altNames: [...localhost],
  }],
});

const open = new Set<Socket>();
let count = 0;

const server = createServer({ key, cert, keepAliveTimeout: 60_000 }, (request, response) => {
  let body = "";
  request.on("data", (chunk) => body += chunk);
  request.on("end", () => {
    const protocol = request.url === "/api/chat" ? "ndjson" : "sse";
    response.writeHead(200, {
      "Content-Type": protocol === "sse" ? "text/event-stream" : "application/x-ndjson",
    });
    for (const event of answerEvents(protocol, Number(JSON.parse(body).model))) {
      response.write(event);
    }
    setTimeout(() => response.end(), REST_MS);
  });
});
server.on("secureConnection", (socket) => {
  count++;
  open.add(socket);
  socket.on("close", () => open.delete(socket));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

const control = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ method }) => {
  const answer = new Response(`${count}`);
  if (method === "POST") {
    open.forEach((socket) => socket.destroy());
    count = 0;
  }
  return answer;
});
const { port } = server.address() as AddressInfo;
await Deno.stdout.write(new TextEncoder().encode(`${port} ${control.addr.port}\n`));

// Ends with the benchmark, also where that is killed.
await Deno.stdin.readable.pipeTo(new WritableStream());
Deno.exit();
