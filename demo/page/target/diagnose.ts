// Copyright 2026 the Rivulet authors. MIT license.

import { diagnoseSilence, type Diagnosis } from "../../engines/doctor.ts";
import { explainAnswer, type Explanation, isSilence } from "../../engines/explain.ts";
import { hostOf } from "../../engines/host.ts";
import { localServers, otherServer } from "../../engines/local_server.ts";
import { originFixes } from "../../engines/origin_fixes.ts";
import type { Target } from "../state/target.ts";
import { noReply } from "../messages/no_reply.ts";
import { probesOf, thisPlace } from "./place.ts";

/**
 * What is wrong, looking closer where nothing came back. An error that is no engine's says what it
 * says itself.
 */
export async function diagnose(error: unknown, choice: Target | undefined): Promise<Diagnosis> {
  const known = choice === undefined ? undefined : await diagnoseTarget(error, choice);
  return known ?? { message: error instanceof Error ? error.message : String(error) };
}

async function diagnoseTarget(
  error: unknown,
  { definition, baseUrl, model = "the model", serverName }: Target,
): Promise<Diagnosis | undefined> {
  const server = localServers.get(definition.id);
  const isOther = serverName !== undefined && serverName !== server?.name;
  const trueName = server && isOther ? otherServer(server, serverName) : server;
  if (!isSilence(error)) {
    const explanation = explainAnswer(error, { definition, baseUrl, model, server: trueName });
    if (explanation === undefined || server === undefined) return explanation;
    // Ollama says so to a page that it does not know.
    if (explanation.state === "refuses") {
      const { origin, system } = thisPlace();
      const fix = "Allow this page by its origin, then restart Ollama:";
      return { ...explanation, fix, ways: originFixes(origin, system) };
    }
    return withCommand(explanation);
  }
  if (trueName !== undefined) {
    const place = thisPlace();
    return await diagnoseSilence({ server: trueName, baseUrl, place }, probesOf(baseUrl));
  }
  if (definition.id === "webllm") return undefined;
  return { message: noReply(hostOf(baseUrl)) };
}

/** A command that helps is one to copy. */
function withCommand(explanation: Explanation): Diagnosis {
  const { next, fix } = explanation;
  const command = /^Run: (.+)$/.exec(fix ?? "")?.[1];
  if (command !== undefined) {
    return { ...explanation, fix: "Sign in with:", ways: [{ label: "Sign in", command }] };
  }
  if (next !== "model" || fix === undefined) return explanation;
  return { ...explanation, fix: "Get it with:", ways: [{ label: "Get the model", command: fix }] };
}
