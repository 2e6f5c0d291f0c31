// Copyright 2026 the Rivulet authors. MIT license.

import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { stream } from "hono/streaming";
import { chat, embed } from "./answers.mjs";

const app = new Hono();
app.post("/v1/chat/completions", (context) => {
  context.header("Content-Type", "text/event-stream");
  return stream(context, async (stream) => {
    for (const part of chat) await stream.write(part);
  });
});
app.post("/api/embed", async (context) => context.json(embed(await context.req.json())));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => console.log(port));
