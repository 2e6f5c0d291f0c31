// Copyright 2026 the Rivulet authors. MIT license.

import { checkKind } from "../../core/batching/check_options.ts";
import { EmbeddingError } from "../../core/embedding_error.ts";
import type { EmbeddingServerOptions } from "../../core/embedding_types.ts";
import type { FetchFunction } from "../../core/fetch_function.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import type { ProviderRequest } from "../provider_request.ts";

/** The server and the model that all requests of one client are for. */
export interface EmbeddingServer {
  /** How errors call it. */
  readonly name: string;
  readonly model: string;
  readonly timeoutMs: number;
  /** Looked up for each request if it is left out. */
  readonly fetch: FetchFunction | undefined;
  /** Those of each request beside its content type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** More fields for each request that embeds. */
  readonly extraBody: JsonObject;
  /** Makes what takes the secrets of a request out of its errors; left out where none are sent. */
  readonly cleaner?: (request: ProviderRequest) => Cleaner;
}

/** What takes secrets out of errors. */
export interface Cleaner {
  words<Text extends string | undefined>(text: Text): Text;
  cause(error: unknown): unknown;
}

const MIN_TIMEOUT_MS = 1000;
/** Timers hold 31 bits: a longer time would end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * The address of this computer, by the names of it that are accepted: with its port and the path
 * behind it.
 */
export const LOCAL_ADDRESS: RegExp =
  /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?(?:(\/[^?#]+)(?:[?#].*)?)?$/i;

/** The options, if there are some: JavaScript callers have no compiler. */
export function given<Options extends object>(options: Options): Options {
  if (isObject(options)) return options;
  throw configError("Pass options with baseUrl, model and timeoutMs");
}

/** What the options of each client have in common, checked and with a copy of the fields. */
export function readServer(options: EmbeddingServerOptions, name: string): EmbeddingServer {
  const { model, timeoutMs, fetch, extraBody } = options;
  if (typeof model !== "string" || model.trim() === "") {
    throw configError(`${name} embedding model is required`);
  }
  if (!Number.isFinite(timeoutMs)) {
    throw new RangeError(`Set timeoutMs to a finite number, got ${timeoutMs}`);
  }
  checkKind("fetch", fetch, "function");
  return {
    name,
    model: model.trim(),
    timeoutMs: Math.min(Math.max(timeoutMs, MIN_TIMEOUT_MS), MAX_TIMEOUT_MS),
    fetch: fetch ?? undefined,
    extraBody: copyFields(extraBody ?? {}),
  };
}

/** The error of an option that is missing or wrong. */
export function configError(message: string, cause?: unknown): EmbeddingError {
  return new EmbeddingError("config", message, { cause });
}

/** The fields as JSON has them, so that changes made later do not reach the requests. */
function copyFields(extraBody: unknown): JsonObject {
  let fields: unknown;
  let cause: unknown;
  try {
    fields = JSON.parse(JSON.stringify(extraBody));
  } catch (error) {
    cause = error;
  }
  if (isObject(fields)) return fields;
  throw configError("Set extraBody to an object of fields that JSON can carry", cause);
}
