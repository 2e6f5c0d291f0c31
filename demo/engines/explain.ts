// Copyright 2026 the Rivulet authors. MIT license.

import { EmbeddingError } from "@rivulet/llm/embedding";
import {
  formatProviderError,
  type LLMProviderDefinition,
  ProviderError,
} from "@rivulet/llm/providers";
import { hostOf } from "./host.ts";
import {
  type LocalServer,
  localServers,
  ModelListError,
  ModelMissingError,
  ServerSilentError,
} from "./local_server.ts";

/** What was asked when something failed. */
export interface Asked {
  readonly definition: LLMProviderDefinition;
  /** The local server, where more is known of it than its protocol. */
  readonly server?: LocalServer | undefined;
  readonly baseUrl: string;
  readonly model: string;
}

/** One cause and one way out. */
export interface Explanation {
  readonly message: string;
  /** How the target is, in a word or two. @default {"not ready"} */
  readonly state?: string;
  /** A command or a setting that helps. */
  readonly fix?: string;
  /** What helps, in a program that can do it; else another try. */
  readonly next?: "key" | "model" | "address";
  /** The server's own words. */
  readonly serverWords?: string;
  /** Those of the engine in this program, where no server said anything. */
  readonly engineWords?: string;
}

/**
 * Says what went wrong with a server or a provider, and what to do, in the words of the server's
 * real name. Undefined for an error that comes from neither.
 */
export function explainFailure(error: unknown, asked?: Asked): Explanation | undefined {
  if (!isSilence(error)) return explainAnswer(error, asked);
  if (error instanceof ServerSilentError) return explainSilence(error.message, error.server);
  if (asked === undefined) return undefined;
  const server = serverOf(asked);
  if (server !== undefined) return explainSilence(`Nothing answers at ${asked.baseUrl}.`, server);
  const host = hostOf(asked.baseUrl);
  return { message: `No reply from ${host}. You may be offline, or the address may be wrong.` };
}

/** Whether nothing answered: the library knows when `fetch` itself failed, in every engine. */
export function isSilence(error: unknown): boolean {
  if (error instanceof ServerSilentError) return true;
  return error instanceof Error && formatProviderError(error, "local") !== error.message;
}

function explainSilence(message: string, { startCommand }: LocalServer): Explanation {
  const fix = startCommand === undefined
    ? "Start the server there, or check the address."
    : `Start it with: ${startCommand}`;
  return { message, fix };
}

/** The same where something has answered, but not with what was asked for. */
export function explainAnswer(error: unknown, asked?: Asked): Explanation | undefined {
  if (error instanceof ModelListError) return explainList(error);
  if (error instanceof ModelMissingError) return { message: error.message, next: "model" };
  if (error instanceof EmbeddingError) return { message: error.message };
  if (!(error instanceof ProviderError) || asked === undefined) return undefined;
  const explanation = error.code === "http"
    ? explainStatus(error, asked)
    // The library speaks to programs. What it says beside a reason is worth keeping.
    : error.message === `Provider stream failed: ${error.reason}`
    ? { message: `${asked.model} ended with an error.` }
    : { message: error.message };
  // Some messages hold the server's words already.
  if (error.reason === undefined || explanation.message.includes(error.reason)) return explanation;
  return asked.definition.id === "webllm"
    ? { ...explanation, engineWords: error.reason }
    : { ...explanation, serverWords: error.reason };
}

function explainList(
  { message, server, status, reason, baseUrl = "" }: ModelListError,
): Explanation {
  const refusal = explainRefusal(status, server);
  const words = reason === undefined ? {} : { serverWords: reason };
  if (refusal !== undefined) return { ...refusal, ...words };
  if (isLoading(status, reason)) return explainLoading(hostOf(baseUrl), reason);
  if (isGateway(status) && reason === undefined) return explainGateway(hostOf(baseUrl), status);
  return reason === undefined ? { message } : { message: `${message}.`, serverWords: reason };
}

/** A server of llama.cpp says so until its model is in memory. */
function isLoading(status: number, reason = ""): boolean {
  return status === 503 && /loading model/i.test(reason);
}

/** What a proxy answers by itself where the server behind it does not. */
function isGateway(status: number): boolean {
  return status === 502 || status === 504;
}

function explainGateway(host: string, status: number): Explanation {
  return {
    message: `A proxy at ${host} gets no answer from the server behind it (${status}).`,
    fix: "Start that server, or try again in a moment.",
  };
}

function explainLoading(host: string, reason?: string): Explanation {
  return {
    message: `${host} is loading the model. Try again in a moment.`,
    ...(reason === undefined ? {} : { serverWords: reason }),
  };
}

function serverOf({ server, definition }: Asked): LocalServer | undefined {
  return server ?? localServers.get(definition.id);
}

/** What a local server wants that refuses; undefined for all else. */
function explainRefusal(status: number, server: LocalServer): Explanation | undefined {
  if (status !== 401 && status !== 403) return undefined;
  if (server.name !== OLLAMA) return status === 401 ? explainTokenWish(server) : undefined;
  // Models of its cloud need an account; a page needs to be allowed.
  return status === 401
    ? {
      message: "Ollama asks you to sign in, as models of its cloud need it.",
      state: "asks to sign in",
      fix: "Run: ollama signin",
    }
    : {
      message: "Ollama refuses this request.",
      state: "refuses",
      fix: "Allow where it comes from in OLLAMA_ORIGINS, and restart Ollama. " +
        "A model of its cloud may need a plan as well.",
    };
}

const OLLAMA = localServers.get("local-a")!.name;

function explainTokenWish(server: LocalServer): Explanation {
  const { name } = server;
  const isLMStudio = name === localServers.get("local-b")!.name;
  return {
    message: isLMStudio
      ? `${name} asks for a token; this provider sends none.`
      : `${name === "local server" ? "The server" : name} asks for a key.`,
    state: isLMStudio ? "asks for a token" : "asks for a key",
    ...(isLMStudio && { fix: "Server Settings, Require Authentication, off" }),
    next: "address",
  };
}

function explainStatus(
  { status = 0, retryAfterMs, message, reason }: ProviderError,
  asked: Asked,
): Explanation {
  const host = hostOf(asked.baseUrl);
  const server = serverOf(asked);
  const refusal = server === undefined ? undefined : explainRefusal(status, server);
  if (refusal !== undefined) return refusal;
  if (status === 401) return { message: `${host} refused the key.`, next: "key" };
  if (status === 403) {
    // A firewall says the same, so that nothing is known of the key.
    const message = `${host} refuses the question (403).`;
    return { message, fix: `The key may not be allowed to use ${asked.model}.`, next: "model" };
  }
  if (status === 404) {
    const explanation: Explanation = {
      message: `${host} has no model ${asked.model}.`,
      next: "model",
    };
    const fix = server?.pullCommand?.(asked.model);
    return fix === undefined ? explanation : { ...explanation, fix };
  }
  if (status === 429) {
    const wait = retryAfterMs === undefined
      ? "in about a minute"
      : `in ${Math.ceil(retryAfterMs / 1000)} s`;
    return { message: `${host} is limiting requests. Try again ${wait}.` };
  }
  if (isLoading(status, reason)) return explainLoading(host);
  if (isGateway(status) && reason === undefined) return explainGateway(host, status);
  if (status >= 500) return { message: `${host} had a problem (${status}).` };
  if (status >= 400) return { message: `${host} refuses the question (${status}).` };
  return { message };
}
