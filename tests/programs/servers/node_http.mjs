// Copyright 2026 the Rivulet authors. MIT license.

// Node's own server, with the comparison that most programs on it make.

import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { chat, embed } from "./answers.mjs";

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (request.url === "/v1/chat/completions") {
    response.setHeader("Content-Type", "text/event-stream");
    for (const part of chat) response.write(part);
    response.end();
  } else if (request.url === "/api/embed") {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(embed(JSON.parse(body))));
  } else {
    response.writeHead(404).end();
  }
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
