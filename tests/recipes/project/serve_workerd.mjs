// Copyright 2026 the Rivulet authors. MIT license.

import { readFile } from "node:fs/promises";
import { Miniflare } from "miniflare";

const workerd = new Miniflare({
  modules: true,
  script: await readFile("workerd.js", "utf8"),
  compatibilityDate: "2026-04-01",
  host: "127.0.0.1",
  port: Number(process.env.PORT),
});
// Left alone it would live on, and keep the output open.
process.once("SIGTERM", async () => {
  await workerd.dispose();
  process.exit();
});
await workerd.ready;
