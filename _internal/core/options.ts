// Copyright 2026 the Rivulet authors. MIT license.

import { checkRole } from "./check_role.ts";
import { configError } from "./config_error.ts";
import type {
  LLMCallOptions,
  LLMProviderConfig,
  LLMProviderKind,
  LLMServerConfig,
  LLMStreamRequest,
  LLMTokenRequest,
} from "./types.ts";

type Fields = Record<string, unknown>;

/** What an option may be; undefined and null leave it out. */
type Option = readonly [name: string, kind: string, is: (value: unknown) => boolean];

const CONFIG_OPTIONS: readonly Option[] = [
  ["apiKey", "a text", isText],
  ["allowModelDownload", "true or false", isBoolean],
  ["headers", "an object of header names and values", isObject],
  ["extraBody", "an object of body fields", isObject],
  ["fetch", "a function", isFunction],
];

const SIGNAL: Option = ["signal", "an AbortSignal", isSignal];

const REQUEST_OPTIONS: readonly Option[] = [
  ["contextSnippets", "an array of texts", isTexts],
  SIGNAL,
  ["systemPrompt", "a text", isText],
  ["history", "an array of messages with a role and a content", isHistory],
  ["images", "an array of texts", isTexts],
  ["jsonSchema", "a JSON Schema, as an object", isPlainObject],
  ["splitThinking", 'true, false or "opened"', isSplitThinking],
  ["onInitProgress", "a function", isFunction],
  ["onReasoning", "a function", isFunction],
  ["onFinish", "a function", isFunction],
  ["onToken", "a function", isFunction],
];

/** How an image begins that is in the request itself; every protocol takes base64, and only that. */
const DATA_URL = /^data:image\/[\w.+-]+(?:;[\w.=+-]+)*;base64,/i;

/** Longer than any such beginning: an image has millions of characters. */
const MAX_DATA_URL_HEAD = 200;

/**
 * Throws a ProviderError of code `config` that names the option which is missing or wrong: JavaScript
 * callers have no compiler, and a server would be sent the word "undefined".
 */
export function checkOptions(
  config: LLMProviderConfig,
  request: LLMTokenRequest | LLMStreamRequest,
  kind: LLMProviderKind,
): void {
  checkConfig(config, "baseUrl and model");
  if (!isObject(request)) throw configError("Pass a request with a prompt");
  if (!isText(config.model) || config.model.trim() === "") {
    throw configError("Set model to the name of a model");
  }
  if (!isText(request.prompt)) throw configError("Set prompt to the text of the question");
  checkEach(REQUEST_OPTIONS, request);
  checkNoMessages(request, "messages");
  checkHistory(request, kind);
}

/** Throws if there are messages in another place than the history: none is dropped in silence. */
export function checkNoMessages(fields: object, place: string): void {
  const { messages } = fields as { messages?: unknown };
  if (messages === undefined || messages === null) return;
  if (Array.isArray(messages) && messages.length === 0) return;
  throw configError(`Remove ${place}, history holds what was said before`);
}

function checkHistory({ history, images }: LLMTokenRequest, kind: LLMProviderKind): void {
  if (!history && !images) return;
  for (const { role } of history ?? []) checkRole(role);
  const all = [...images ?? [], ...(history ?? []).flatMap(({ images }) => images ?? [])];
  for (const image of all) {
    if (DATA_URL.test(image.slice(0, MAX_DATA_URL_HEAD))) continue;
    if (kind === "remote" && /^https?:/i.test(image)) continue;
    const urls = kind === "remote" ? "data, http or https URLs" : "data URLs";
    throw configError(`Set images to ${urls}, such as "data:image/png;base64,…"`);
  }
}

/** Throws a ProviderError of code `config` for a call that needs a server and no model. */
export function checkServerOptions(
  config: LLMServerConfig,
  options: LLMCallOptions | undefined,
): void {
  checkConfig(config, "baseUrl");
  checkSignal(options);
}

/** Throws a ProviderError of code `config` if `signal` is not an AbortSignal. */
export function checkSignal(options: LLMCallOptions | undefined): void {
  checkEach([SIGNAL], options ?? {});
}

function checkConfig(config: LLMServerConfig, needed: string): void {
  if (!isObject(config)) throw configError(`Pass a configuration with ${needed}`);
  checkEach(CONFIG_OPTIONS, config);
}

/** Throws a ProviderError of code `config` if `onToken` is missing. */
export function checkOnToken(request: LLMStreamRequest): void {
  if (!isFunction(request?.onToken)) throw configError("Set onToken to a function");
}

function checkEach(options: readonly Option[], given: object): void {
  for (const option of options) {
    const value = (given as Fields)[option[0]];
    if (value === undefined || value === null) continue;
    const [name, kind, is] = option;
    if (!is(value)) throw configError(`Set ${name} to ${kind}`);
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

function isPlainObject(value: unknown): boolean {
  return isObject(value) && !Array.isArray(value);
}

function isHistory(value: unknown): boolean {
  return Array.isArray(value) && value.every((message) => {
    const { role, content, images } = (isObject(message) ? message : {}) as Fields;
    return isText(role) && isText(content) && isTexts(images ?? []);
  });
}

function isSplitThinking(value: unknown): boolean {
  return isBoolean(value) || value === "opened";
}

/** By its form, since a signal may come from another realm. */
function isSignal(value: unknown): boolean {
  return isObject(value) && "aborted" in (value as object) &&
    "addEventListener" in (value as object);
}
