// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProvider, LLMProviderDefinition } from "../_internal/core/types.ts";
import { httpChat } from "../_internal/http/chat.ts";
import { httpModels } from "../_internal/http/models.ts";
import type { ListingProtocol } from "../_internal/http/protocols.ts";
import { withModels } from "./_with_models.ts";
import { makeProvider } from "./_make_provider.ts";

/** A provider of a protocol that lists its models. */
export function httpProvider(
  definition: LLMProviderDefinition,
  protocol: ListingProtocol,
): LLMProvider {
  const plan = { definition, protocol };
  const provider = makeProvider(definition, { source: httpChat(plan), isForeign: false });
  return withModels(provider, httpModels(plan, protocol.models));
}
