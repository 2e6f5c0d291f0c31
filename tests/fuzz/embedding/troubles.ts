// Copyright 2026 the Rivulet authors. MIT license.

import type { EmbeddingErrorCode } from "@rivulet/llm/embedding";
import { headersOf, pack, packings } from "../../support/bombs.ts";
import type { LoopbackRequest, LoopbackResponse } from "../../support/loopback.ts";
import type { Random } from "../random.ts";

/** What may befall a request, and the code of the error that tells of it. */
export const CODES = {
  "none": undefined,
  "silence": "timeout",
  "open": "timeout",
  "reset": "network",
  "reset at once": "network",
  "refusal": "http",
  "too many vectors": "format",
  "too few vectors": "format",
  "text in a vector": "format",
  "infinite number": "format",
  "half an answer": "format",
} as const satisfies Record<string, EmbeddingErrorCode | undefined>;

/** The name of a trouble, or `"none"`. */
export type Trouble = keyof typeof CODES;

/** The texts that the server is asked to embed are numbers, and their vectors begin with them. */
export function answerTo(
  { path, body }: LoopbackRequest,
  { isOld, trouble, random }: { isOld: boolean; trouble: Trouble; random: Random },
): LoopbackResponse | "reset" | undefined {
  const { input, prompt } = JSON.parse(body) as { input?: string[]; prompt?: string };
  // The probe says the word "ping".
  const isProbe = input?.[0] === "ping";
  if (trouble === "silence") return undefined;
  if (trouble === "reset at once") return "reset";
  if (trouble === "refusal") return { status: 500, chunks: ['{"error":"busy"}'] };
  if (isOld && path === "/api/embed") return { status: 404, chunks: ["404 page not found"] };
  const vectors = (input ?? [prompt!]).map((text) => [isProbe ? 0 : Number(text), 0.5]);
  const json = isOld
    ? JSON.stringify({ embedding: vectors[0] })
    : JSON.stringify({ model: "m", embeddings: vectors });
  // A packed body tells its end itself, whatever becomes of the connection.
  const isPacked = endOf(trouble) === "close" && random.once(2);
  const packing = isPacked ? random.pick(packings) : undefined;
  const bytes = pack(new TextEncoder().encode(damage(json, trouble)), packing);
  return { headers: headersOf(packing), chunks: random.cut(bytes), end: endOf(trouble) };
}

function endOf(trouble: Trouble): "close" | "open" | "reset" {
  if (trouble === "open" || trouble === "reset") return trouble;
  // A bad vector is told of before the answer has ended.
  return trouble === "text in a vector" || trouble === "infinite number" ? "open" : "close";
}

function damage(json: string, trouble: Trouble): string {
  switch (trouble) {
    case "too many vectors":
      return json.replace(/]}$/, ",[1]]}");
    case "too few vectors":
      return json.replace(/\[\d+,0.5\],?/, "");
    case "text in a vector":
      return json.replace(",0.5", ',"]"');
    case "infinite number":
      return json.replace("0.5", "1e39");
    case "half an answer":
    case "open":
    case "reset":
      return json.slice(0, json.length >> 1);
    default:
      return json;
  }
}
