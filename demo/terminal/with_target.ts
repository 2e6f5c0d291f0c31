// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById } from "@rivulet/llm";
import { usualAddress } from "./addresses.ts";
import { chosenTarget, firstLocalTarget, type Target } from "../engines/choose.ts";
import { ModelMissingError } from "../engines/local_server.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { answer } from "./answer.ts";
import { historyOf } from "./conversation.ts";
import { EXIT } from "./exit.ts";
import { explainHere } from "./explain_here.ts";
import { UsageError } from "./option_values.ts";
import { asksModel, type ChatOptions } from "./options.ts";
import { OutputError } from "./output.ts";
import { COMMAND, netWish } from "./permission.ts";
import type { Report } from "./report.ts";
import type { SearchRun } from "./search.ts";
import { trusting } from "./server_looks.ts";
import { readVariable } from "./variables.ts";

const KEYS = ["RIVULET_API_KEY", "OPENAI_API_KEY"] as const;

/** Refuses a run for a remote provider that has no key, before anything is searched. */
export function checkKey(options: ChatOptions): void {
  const { provider } = options;
  const needsKey = provider !== undefined && getProviderById(provider).definition.requiresApiKey;
  const isAsked = asksModel(options) || options.listsModels;
  if (needsKey && isAsked && readKey() === undefined) {
    const isForbidden = KEYS.some((variable) =>
      Deno.permissions.querySync({ name: "env", variable }).state !== "granted"
    );
    throw new UsageError(
      isForbidden
        ? `This run may not read the key. Add --allow-env=${KEYS} to ${COMMAND}`
        : `Set ${KEYS.join(" or ")} to the key of the remote provider`,
    );
  }
}

/** Asks a model about the matches, where there is one. Returns the exit code. */
export async function answerWithTarget(
  options: ChatOptions,
  { matches, collection }: { matches: readonly Repository[]; collection: Collection },
  run: SearchRun & { readonly onText?: ((text: string) => void) | undefined },
): Promise<number> {
  const { report, signal, onText } = run;
  let target: Target | undefined;
  try {
    target = await findTarget(options, run);
  } catch (error) {
    const isNamed = options.provider !== undefined || options.model !== undefined;
    if (isNamed || !(error instanceof ModelMissingError)) throw error;
    report.note(error.message);
    return EXIT.ok;
  }
  if (target === undefined) {
    report.note(await howToGetAnAnswer());
    return options.model === undefined ? EXIT.ok : EXIT.failed;
  }
  report.target(target);
  await readyTarget(target, report);
  const { question, systemPrompt, maxTokens, download, turns } = options;
  const history = historyOf(turns);
  try {
    await answer(
      { question, systemPrompt, history, matches, collection },
      { target, apiKey: readKey(), download, maxTokens, signal, onText },
      report,
    );
    return EXIT.ok;
  } catch (error) {
    if (signal.aborted || error instanceof OutputError) throw error;
    const explanation = explainHere(error, target);
    if (explanation === undefined) throw error;
    report.failure(explanation);
    return EXIT.failed;
  }
}

/** What a model that runs in this program needs, before it is asked. */
export async function readyTarget({ definition: { id } }: Target, report: Report): Promise<void> {
  if (id !== "webllm") return;
  const { installWebgpuShims } = await import("./webgpu_shims.ts");
  installWebgpuShims((text) => report.note(text));
}

/** Whether a model will answer: one was asked for, or some server has one. */
export async function hasTarget(options: ChatOptions, run: SearchRun): Promise<boolean> {
  if (options.provider !== undefined || options.model !== undefined) return true;
  try {
    return await findTarget(options, run) !== undefined;
  } catch (error) {
    if (error instanceof ModelMissingError) return false;
    throw error;
  }
}

/** The target that was asked for, else the first that is there. */
export async function findTarget(
  { provider, baseUrl, model }: ChatOptions,
  { lookUp, signal }: SearchRun,
): Promise<Target | undefined> {
  if (provider === undefined) {
    return await firstLocalTarget({ model, lookUp, addressOf: usualAddress }, signal);
  }
  const { defaultModel } = getProviderById(provider).definition;
  return await chosenTarget(provider, {
    baseUrl,
    model,
    addressOf: usualAddress,
    lookUp: trusting(lookUp, model ?? defaultModel),
  }, signal);
}

/** What to do where no server answers. */
export async function howToGetAnAnswer(): Promise<string> {
  const wish = await netWish(usualAddress("local-a"));
  return wish ??
    "For an answer, start a local server (ollama serve, or lms server start) or add " +
      "--provider openai.";
}

export function readKey(): string | undefined {
  return KEYS.map(readVariable).find((key) => key !== undefined);
}
