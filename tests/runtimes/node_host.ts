// Copyright 2026 the Rivulet authors. MIT license.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { concatenate, cutIntoPieces } from "../support/bytes.ts";
import { Moments } from "../support/moments.ts";
import { toBytes } from "../support/wire_case.ts";
import type { Host, ServerAnswer, ServerAnswers, TestServer } from "./host.ts";

// For pages, which are of another origin; Node and Bun do not mind.
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, *",
  "access-control-expose-headers": "*",
};

/** Deno, Node and Bun, on nothing but `node:` modules. */
export const nodeHost: Host = { startServer, hidesRedirects: false };

async function startServer(answers: ServerAnswers): Promise<TestServer> {
  let count = 0;
  let connections = 0;
  const sockets = new Set<Socket>();
  const asked = new Moments("request");
  const gone = new Moments("the client to close connection");
  const server = createServer((request, response) => {
    if (request.method === "OPTIONS") return void response.writeHead(204, CORS).end();
    const index = count++;
    response.on("close", () => gone.pass(index));
    request.resume();
    request.on("end", () => {
      asked.pass(index);
      const answer = answers[index] ?? answers.at(-1);
      if (answer !== undefined && answer !== "silence") void write(response, answer);
    });
  });
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    asked: (index) => asked.at(index),
    clientGone: (index) => gone.at(index),
    connections: () => Promise.resolve(connections),
    async breakOff(how = "end") {
      if (how === "end") server.closeAllConnections();
      else for (const socket of sockets) socket.resetAndDestroy();
      await Promise.resolve();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function write(response: ServerResponse, answer: ServerAnswer): Promise<void> {
  const { status = 200, headers, chunks = [], byteByByte = false, restMs = 0, end = "close" } =
    answer;
  response.writeHead(status, { ...CORS, ...headers });
  response.flushHeaders();
  const given = chunks.map(toBytes);
  const pieces = byteByByte ? cutIntoPieces(concatenate(given), 1) : given;
  for (const piece of pieces) {
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
  }
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  if (end === "close") response.end();
}
