// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { engineIds } from "./engines/engine_names.ts";

/** What the page keeps from one visit to the next. Never a key, a token or a question. */
export interface Settings {
  readonly engine: LLMProviderId;
  /** The address and the model that were chosen for each engine. */
  readonly engines: Readonly<Record<string, { baseUrl?: string; model?: string }>>;
  /** The GitHub user whose stars are searched. */
  readonly user?: string | undefined;
  readonly gitHubApiUrl?: string | undefined;
  /** Where the READMEs of repositories are. */
  readonly readmeUrl?: string | undefined;
  /** The model that reads meanings. */
  readonly meanings?: string | undefined;
  readonly theme: "system" | "light" | "dark";
}

const KEY = "ask-stars";

export const defaultSettings: Settings = { engine: "webllm", engines: {}, theme: "system" };

/** The settings that were kept; the defaults where there are none or the browser keeps nothing. */
export function loadSettings(): Settings {
  try {
    return readSettings(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return defaultSettings;
  }
}

/** Keeps the settings. A browser that keeps nothing forgets them with the page. */
export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The page works without.
  }
}

/** Reads what was kept, leaving out what no version of this page has written. */
export function readSettings(saved: unknown): Settings {
  if (typeof saved !== "object" || saved === null) return defaultSettings;
  const { engine, engines, theme, ...texts } = saved as Record<string, unknown>;
  return {
    engine: engineIds.find((id) => id === engine) ?? defaultSettings.engine,
    engines: readEngines(engines),
    theme: theme === "light" || theme === "dark" ? theme : "system",
    user: readText(texts["user"]),
    gitHubApiUrl: readText(texts["gitHubApiUrl"]),
    readmeUrl: readText(texts["readmeUrl"]),
    meanings: readText(texts["meanings"]),
  };
}

function readEngines(saved: unknown): Settings["engines"] {
  const entries = Object.entries(saved ?? {}).map(([id, choice]) => {
    const { baseUrl, model } = (choice ?? {}) as Record<string, unknown>;
    return [id, {
      ...(typeof baseUrl === "string" && { baseUrl }),
      ...(typeof model === "string" && { model }),
    }];
  });
  return Object.fromEntries(entries);
}

function readText(saved: unknown): string | undefined {
  return typeof saved === "string" && saved !== "" ? saved : undefined;
}
