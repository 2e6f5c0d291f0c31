// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "@rivulet/llm";
import type { Target } from "../engines/choose.ts";
import { explainFailure, type Explanation } from "../engines/explain.ts";
import { hostOf } from "../engines/host.ts";
import { ModelListError } from "../engines/local_server.ts";
import { GitHubError } from "../stars/github.ts";
import { AnswerBrokenError } from "./answer_broken.ts";
import { permissionWish } from "./permission.ts";
import { ServerStuckError } from "./server_looks.ts";

/**
 * What went wrong, and what to do at a command line. Undefined for an error that comes from no
 * server.
 */
export function explainHere(error: unknown, target: Target | undefined): Explanation | undefined {
  const wish = permissionWish(error);
  if (wish !== undefined) return { message: wish };
  if (error instanceof GitHubError) {
    const { message, reason } = error;
    return reason === undefined ? { message } : { message, serverWords: reason };
  }
  const isPlain = error instanceof AnswerBrokenError || error instanceof ServerStuckError;
  if (isPlain) return { message: error.message };
  if (target?.definition.id === "webllm" && error instanceof ProviderError) {
    return explainInProgram(error);
  }
  return explainKeyWish(error, target) ?? explainFailure(error, target);
}

/** A model that runs in this program fails without a server, whose words there could be. */
function explainInProgram({ code, message }: ProviderError): Explanation {
  // The library speaks of its own functions.
  if (code === "download-required") {
    const what = message.replace(
      /^Set allowModelDownload to download (".*"), it /,
      "The model $1 ",
    );
    return { message: `${what}.`, fix: "Add --download to allow it." };
  }
  if (!message.startsWith("Delete ")) return { message };
  return {
    message: `${message}.`,
    fix: "Run once with --delete-model, and then with --download.",
  };
}

/** A local server behind a key is asked like a remote one. */
function explainKeyWish(error: unknown, target: Target | undefined): Explanation | undefined {
  const baseUrl = error instanceof ModelListError
    ? error.baseUrl
    : target?.definition.kind === "local" && error instanceof ProviderError
    ? target.baseUrl
    : undefined;
  const { status, reason } = error as ModelListError | ProviderError;
  if (baseUrl === undefined || status !== 401) return undefined;
  return {
    message: `${hostOf(baseUrl)} asks for a key.`,
    fix: `Set RIVULET_API_KEY to it and add --provider openai --base-url ${baseUrl} ` +
      `--model ${target?.model ?? "NAME"}`,
    ...(reason === undefined ? {} : { serverWords: reason }),
  };
}
