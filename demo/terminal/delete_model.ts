// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "@rivulet/llm";
import { EXIT } from "./exit.ts";
import type { Report } from "./report.ts";

/**
 * Deletes what this device keeps of a model that runs in this program, such as a damaged file.
 * Returns the exit code.
 */
export async function deleteModel(model: string | undefined, report: Report): Promise<number> {
  // Half of the library, which no other run needs.
  const { createWebLLMProvider } = await import("@rivulet/llm/webllm");
  const provider = createWebLLMProvider();
  const id = model ?? provider.definition.defaultModel;
  try {
    await provider.deleteModel(id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    report.failure({ message: `${error.message}.` });
    return EXIT.failed;
  }
  report.note(`${id} is deleted from this device.`);
  return EXIT.ok;
}
