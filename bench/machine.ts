// Copyright 2026 the Rivulet authors. MIT license.

import { cpus, totalmem } from "node:os";
import configuration from "./peers.deno.json" with { type: "json" };

/** The machine and the versions of a run, as a Markdown list. */
export function describeMachine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const peers = Object.values(configuration.imports)
    .filter((target) => target.startsWith("npm:") && !target.includes("web-llm"))
    .map((target) => target.slice("npm:".length).replace("/browser", ""));
  return [
    `- ${processors.length} × ${
      processors[0]?.model ?? "unknown processor"
    }, ${memory} GiB, ${Deno.build.os}`,
    `- Deno ${Deno.version.deno}, V8 ${Deno.version.v8}`,
    `- ${peers.join(", ")}`,
  ].join("\n");
}
