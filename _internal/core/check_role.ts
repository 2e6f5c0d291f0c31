// Copyright 2026 the Rivulet authors. MIT license.

import { configError } from "./config_error.ts";

const ROLES = ["user", "assistant"];

/** Throws a ProviderError of code `config` for a role that no message of the history has. */
export function checkRole(role: string): void {
  if (ROLES.includes(role)) return;
  const advice = role === "system" ? ", the instruction is systemPrompt" : "";
  throw configError(`Set role in history to "user" or "assistant"${advice}`);
}
