// Copyright 2026 the Rivulet authors. MIT license.

import { configError } from "./config_error.ts";
import type {
  LLMCallOptions,
  LLMProviderConfig,
  LLMServerConfig,
  LLMStreamRequest,
  LLMTokenRequest,
} from "./types.ts";

type Fields = Record<string, unknown>;

/** What each option may be; undefined and null leave it out. */
const CONFIG_OPTIONS = {
  apiKey: ["a text", isText],
  allowModelDownload: ["true or false", isBoolean],
  headers: ["an object of header names and values", isObject],
  extraBody: ["an object of body fields", isObject],
  fetch: ["a function", isFunction],
} as const;

const REQUEST_OPTIONS = {
  contextSnippets: ["an array of texts", isTexts],
  signal: ["an AbortSignal", isSignal],
  systemPrompt: ["a text", isText],
  splitThinking: ['true, false or "opened"', isSplitThinking],
  onInitProgress: ["a function", isFunction],
  onReasoning: ["a function", isFunction],
  onFinish: ["a function", isFunction],
  onToken: ["a function", isFunction],
} as const;

/**
 * Throws a ProviderError of code `config` that names the option which is missing or wrong: JavaScript
 * callers have no compiler, and a server would be sent the word "undefined".
 */
export function checkOptions(
  config: LLMProviderConfig,
  request: LLMTokenRequest | LLMStreamRequest,
): void {
  checkConfig(config, "baseUrl and model");
  if (!isObject(request)) throw configError("Pass a request with a prompt");
  if (!isText(config.model) || config.model.trim() === "") {
    throw configError("Set model to the name of a model");
  }
  if (!isText(request.prompt)) throw configError("Set prompt to the text of the question");
  checkEach(REQUEST_OPTIONS, request);
}

/** Throws a ProviderError of code `config` for a call that needs a server and no model. */
export function checkServerOptions(
  config: LLMServerConfig,
  options: LLMCallOptions | undefined,
): void {
  checkConfig(config, "baseUrl");
  checkSignal(options);
}

/** Throws a ProviderError of code `config` if what should be a signal is none. */
export function checkSignal(options: LLMCallOptions | undefined): void {
  checkEach({ signal: REQUEST_OPTIONS.signal }, options ?? {});
}

function checkConfig(config: LLMServerConfig, needed: string): void {
  if (!isObject(config)) throw configError(`Pass a configuration with ${needed}`);
  checkEach(CONFIG_OPTIONS, config);
}

/** Throws a ProviderError of code `config` if nobody would get the tokens. */
export function checkOnToken(request: LLMStreamRequest): void {
  if (!isFunction(request?.onToken)) throw configError("Set onToken to a function");
}

function checkEach(
  options: Readonly<Record<string, readonly [kind: string, is: (value: unknown) => boolean]>>,
  given: object,
): void {
  for (const [name, [kind, is]] of Object.entries(options)) {
    const value = (given as Fields)[name];
    if (value !== undefined && value !== null && !is(value)) {
      throw configError(`Set ${name} to ${kind}`);
    }
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isSplitThinking(value: unknown): boolean {
  return isBoolean(value) || value === "opened";
}

/** By its form, since a signal may come from another realm. */
function isSignal(value: unknown): boolean {
  return isObject(value) && "aborted" in (value as object) &&
    "addEventListener" in (value as object);
}
