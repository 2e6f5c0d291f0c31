// Copyright 2026 the Rivulet authors. MIT license.

import { readBoundedText } from "../shared/bounded_text.ts";
import { type ServerModel, serverRoot } from "./local_server.ts";

/** The servers that speak the protocol of LM Studio, by the owner that they give to a model. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ["organization_owner", "LM Studio"],
  ["organization-owner", "LM Studio"],
  ["llamacpp", "llama.cpp"],
  ["vllm", "vLLM"],
  ["sglang", "SGLang"],
  ["koboldcpp", "KoboldCpp"],
  ["lmdeploy", "LMDeploy"],
  ["library", "Ollama"],
]);

/** The real name of a server by the list of its models, as far as that tells. */
export function nameByOwner(models: readonly ServerModel[]): string | undefined {
  return models.map(({ owner = "" }) => OWNERS.get(owner)).find((name) => name !== undefined);
}

/** The same by what only some servers have. Sends two requests; no failure is one here. */
export async function nameByPaths(
  baseUrl: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [properties, version] = await Promise.all(
    ["/props", "/version"].map((path) => read(serverRoot(baseUrl) + path, signal)),
  );
  const isLlama = [properties, version].some((answer) => answer?.software === "llama.cpp");
  if (isLlama || has(properties?.body, "default_generation_settings", "object")) {
    return "llama.cpp";
  }
  return has(version?.body, "version", "string") ? "vLLM" : undefined;
}

/** A server of llama.cpp tells its whole template for chats. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_ANSWER_PARTS = 100_000;

interface Answer {
  /** What the server calls its software. */
  readonly software: string | null;
  readonly body: unknown;
}

async function read(url: string, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, { signal, redirect: "manual" });
    const software = response.headers.get("server");
    if (response.ok) {
      const text = await readBoundedText(response, {
        limitBytes: MAX_ANSWER_BYTES,
        limitParts: MAX_ANSWER_PARTS,
        signal,
      });
      return { software, body: JSON.parse(text) };
    }
    await response.body?.cancel();
    return { software, body: undefined };
  } catch {
    return undefined;
  }
}

function has(body: unknown, name: string, type: "string" | "object"): boolean {
  return typeof body === "object" && body !== null &&
    typeof (body as Record<string, unknown>)[name] === type;
}
