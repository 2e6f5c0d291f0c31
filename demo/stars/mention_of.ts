// Copyright 2026 the Rivulet authors. MIT license.

import type { Accept } from "./filters.ts";

/**
 * Whether a repository speaks of a word as something that it has: a text that says "no telemetry",
 * "telemetry-free" or "alternative to Electron" does not.
 */
export function mentionOf(word: string): Accept {
  // Before a word these say that it is not there, or what else there is.
  const negated = String.raw`(?<!(?:no|non|not|without|zero|instead of|alternatives? (?:to|for)|` +
    String.raw`replacement (?:for|of)|replaces|than)[\s-]+(?:an?\s+|any\s+|the\s+)?)`;
  const small = word.toLowerCase();
  const escaped = small.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const mention = new RegExp(
    String.raw`${negated}(?<![\p{L}\p{N}])${escaped}s?(?![\p{L}\p{N}+#]|[\s-]?(?:free|less)\b)`,
    "u",
  );
  return ({ fullName, description, language = "", topics }) => {
    const text = [fullName.split("/")[1], language, topics.join(" "), description].join(" . ")
      .toLowerCase();
    return text.includes(small) && mention.test(text);
  };
}
