// Copyright 2026 the Rivulet authors. MIT license.

import type { Attack } from "./attack.ts";
import { HTTP_ATTACKS } from "./http_attacks.ts";
import { PACKED_ATTACKS } from "./packed_attacks.ts";
import { TEXT_ATTACKS } from "./text_attacks.ts";

/** How calls of Ollama's protocol, of OpenAI's, and of an embedding end; "!" where one gives up. */
export const ATTACKS: [name: string, attack: Attack, ends: string][] = [
  ...HTTP_ATTACKS,
  ...PACKED_ATTACKS,
  ...TEXT_ATTACKS,
];
