// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm/providers";
import { shownLine } from "../../stars/shown_text.ts";
import { readUserName } from "../../stars/user_name.ts";
import { SETTINGS_KEY } from "./own_names.ts";
import { type StorageTrouble, troubleOf } from "./trouble.ts";

/** The address and the model that were chosen for an engine. */
export interface EngineSettings {
  readonly baseUrl?: string;
  readonly model?: string;
}

/** The providers that the page has words for, in the order of the dialog. */
export const targetIds: readonly LLMProviderId[] = [
  "webllm",
  "local-a",
  "local-b",
  "standard-compatible",
];

/** What the page keeps from one visit to the next. Never a key, a token or a question. */
export interface Settings {
  readonly engine: LLMProviderId;
  /** Whether a person, or a look for servers, has picked it. */
  readonly isPicked: boolean;
  readonly engines: Readonly<Record<string, EngineSettings>>;
  /** The GitHub user whose stars are searched. */
  readonly user?: string | undefined;
  readonly gitHubApiUrl?: string | undefined;
  /** Where the READMEs of repositories are. */
  readonly readmeUrl?: string | undefined;
  /** The model that reads meanings. */
  readonly meanings?: string | undefined;
  readonly theme: "system" | "light" | "dark";
  /** Whether the last questions are kept with their answers, and not the last answer alone. */
  readonly keepQuestions: boolean;
  /** Whether new stars are looked for when the page opens. */
  readonly looksForStars: boolean;
}

export const defaultSettings: Settings = {
  engine: "webllm",
  isPicked: false,
  engines: {},
  theme: "system",
  keepQuestions: false,
  looksForStars: false,
};

/** A name or an address that is longer was not written by this page. */
const MAX_TEXT = 500;

/** Whether an earlier visit has kept anything: whatever keeps something changes the settings first. */
export function hasSettings(): boolean {
  try {
    return localStorage.getItem(SETTINGS_KEY) !== null;
  } catch {
    return false;
  }
}

/** The settings that were kept; the defaults where there are none or the browser keeps nothing. */
export function loadSettings(): Settings {
  try {
    return readSettings(JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? "null"));
  } catch {
    return defaultSettings;
  }
}

/**
 * Changes what is named and nothing else, on top of what other tabs have written meanwhile. Where
 * the browser keeps nothing, the change is made to `current` and lives as long as the page.
 */
export function changeSettings(
  current: Settings,
  change: Partial<Settings>,
): { settings: Settings; trouble?: StorageTrouble } {
  try {
    const kept = localStorage.getItem(SETTINGS_KEY);
    const base = kept === null ? current : readSettings(JSON.parse(kept));
    const settings = joinSettings(base, change);
    localStorage.setItem(SETTINGS_KEY, JSON.stringify(settings));
    return { settings };
  } catch (error) {
    const settings = joinSettings(current, change);
    // What is damaged is written anew.
    if (error instanceof SyntaxError && writeAnew(settings)) return { settings };
    return { settings, trouble: troubleOf(error) };
  }
}

/** Hears what other tabs change. Returns the way to stop. */
export function watchSettings(onChange: (settings: Settings) => void): () => void {
  const listener = ({ key }: StorageEvent): void => {
    // Null where everything was deleted.
    if (key === null || key === SETTINGS_KEY) onChange(loadSettings());
  };
  globalThis.addEventListener("storage", listener as EventListener);
  return () => globalThis.removeEventListener("storage", listener as EventListener);
}

/** Reads what was kept, leaving out what no version of this page has written. */
export function readSettings(saved: unknown): Settings {
  if (typeof saved !== "object" || saved === null) return defaultSettings;
  const { engine, engines, theme, user, ...rest } = saved as Record<string, unknown>;
  const known = targetIds.find((id) => id === engine);
  return {
    engine: known ?? defaultSettings.engine,
    // Earlier versions kept no more than the engine.
    isPicked: known !== undefined && rest["isPicked"] !== false,
    engines: readEngines(engines),
    theme: theme === "light" || theme === "dark" ? theme : "system",
    user: typeof user === "string" ? readUserName(user) : undefined,
    gitHubApiUrl: readAddress(rest["gitHubApiUrl"]),
    readmeUrl: readAddress(rest["readmeUrl"]),
    meanings: readName(rest["meanings"]),
    keepQuestions: rest["keepQuestions"] === true,
    looksForStars: rest["looksForStars"] === true,
  };
}

/** The two engines' settings are joined: another tab may have set up another engine. */
function joinSettings(base: Settings, change: Partial<Settings>): Settings {
  return { ...base, ...change, engines: { ...base.engines, ...change.engines } };
}

function writeAnew(settings: Settings): boolean {
  try {
    localStorage.setItem(SETTINGS_KEY, JSON.stringify(settings));
    return true;
  } catch {
    return false;
  }
}

function readEngines(saved: unknown): Settings["engines"] {
  if (typeof saved !== "object" || saved === null) return {};
  const entries = Object.entries(saved)
    .filter(([id]) => targetIds.some((known) => known === id))
    .map(([id, choice]): [string, EngineSettings] => {
      const fields: Record<string, unknown> = typeof choice === "object" ? choice ?? {} : {};
      const baseUrl = readAddress(fields["baseUrl"]);
      const model = readName(fields["model"]);
      return [id, {
        ...(baseUrl !== undefined && { baseUrl }),
        ...(model !== undefined && { model }),
      }];
    });
  return Object.fromEntries(entries);
}

/** The name of a model, in which nothing hides. */
function readName(saved: unknown): string | undefined {
  if (typeof saved !== "string" || saved.length > MAX_TEXT) return undefined;
  return shownLine(saved) === saved && saved !== "" ? saved : undefined;
}

/** An address that can be called, without a name and a password in it. */
export function readAddress(saved: unknown): string | undefined {
  const name = readName(saved);
  if (name === undefined || !/^https?:\/\/[^/]/i.test(name) || !URL.canParse(name)) {
    return undefined;
  }
  const { username, password } = new URL(name);
  return username === "" && password === "" ? name : undefined;
}
