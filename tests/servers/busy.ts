// Copyright 2026 the Rivulet authors. MIT license.

import { readJson } from "./about_server.ts";
import type { Target } from "./target.ts";

/**
 * With how many questions a server is busy, by its own account: Ollama's loaded models (after a
 * question with `keep_alive: 0` there are none), llama.cpp's slots, vLLM's load. Undefined where it
 * does not tell.
 */
export async function busyWith(target: Target): Promise<number | undefined> {
  if (target.kind === "ollama") {
    const { models } = await readJson(target, "/api/ps") as { models: { name: string }[] | null };
    const [plain] = (target.chatModel ?? "").split(":");
    return (models ?? []).filter(({ name }) => name.split(":")[0] === plain).length;
  }
  const slots = await readJson(target, "/slots") as { "is_processing": boolean }[] | undefined;
  if (Array.isArray(slots)) return slots.filter((slot) => slot.is_processing).length;
  const load = await readJson(target, "/load") as { "server_load"?: number } | undefined;
  return load?.server_load;
}
