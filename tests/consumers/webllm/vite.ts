// Copyright 2026 the Rivulet authors. MIT license.

import { ask } from "./ask.ts";

const answer = () =>
  ask(() => new Worker(new URL("./webllm_worker.ts", import.meta.url), { type: "module" }));

Object.assign(globalThis, { answer });
