// Copyright 2026 the Rivulet authors. MIT license.

import { configError } from "../../core/config_error.ts";
import { asObject } from "../../core/json.ts";

/**
 * Fields of other servers, and what the engine takes in their place. A fault of the engine up to
 * 0.2.86: it ignores them silently. One that is not here may be new in a later version of the engine.
 */
const DROPPED: Readonly<Record<string, string | undefined>> = {
  "max_completion_tokens": "max_tokens",
  "max_new_tokens": "max_tokens",
  "num_predict": "max_tokens",
  "num_ctx": undefined,
  options: undefined,
  format: "response_format",
  "guided_json": "response_format",
  grammar: "response_format",
  "reasoning_effort": "extra_body.enable_thinking",
  "chat_template_kwargs": "extra_body.enable_thinking",
  think: "extra_body.enable_thinking",
  "repeat_penalty": "repetition_penalty",
  "stop_sequences": "stop",
  "top_k": undefined,
  "min_p": undefined,
  "typical_p": undefined,
  functions: "tools",
};

/** Throws where the engine would answer as if a field of `extraBody` were not there. */
export function assertHeeded(extraBody: Readonly<Record<string, unknown>> = {}): void {
  for (const [field, value] of Object.entries(extraBody)) {
    if (value === undefined || value === null || !Object.hasOwn(DROPPED, field)) continue;
    const instead = DROPPED[field];
    throw configError(
      instead === undefined
        ? `Leave "${field}" out of extraBody, the engine ignores it`
        : `Set "${instead}" in extraBody, the engine ignores "${field}"`,
    );
  }
  if (asObject(extraBody.response_format).type === "json_schema") {
    throw configError(
      'Set response_format to { type: "json_object", schema } with the schema as a JSON text, the engine ignores "json_schema"',
    );
  }
}
