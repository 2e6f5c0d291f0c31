// Copyright 2026 the Rivulet authors. MIT license.

import express from "express";
import { chat, embed } from "./answers.mjs";

const app = express();
app.use(express.json());
app.post("/v1/chat/completions", (_request, response) => {
  response.type("text/event-stream");
  for (const part of chat) response.write(part);
  response.end();
});
app.post("/api/embed", ({ body }, response) => response.json(embed(body)));
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
