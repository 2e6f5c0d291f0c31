// Copyright 2026 the Rivulet authors. MIT license.

import type { Flags } from "./flags.ts";
import type { KeptFiles } from "./kept_files.ts";
import { readAddress, readProvider, readRankMode, readUser, UsageError } from "./option_values.ts";
import { providerNamed } from "./provider_names.ts";

/** The file that `--save` writes, in the folder of the program. */
export const SETTINGS_FILE = "settings.json";

/** What of a flag can be kept. A key is no flag. */
const CHECKS = {
  user: readUser,
  provider: readProvider,
  model: (model: string) => model,
  "base-url": readKeylessAddress,
  rank: readRankMode,
} as const;

type Name = keyof typeof CHECKS;
const NAMES = Object.keys(CHECKS) as Name[];

/** Flags that are kept for the next time. */
export type Settings = { readonly [name in Name]?: string | undefined };

/** The settings that an earlier run has kept. */
export async function readSettings(files: KeptFiles): Promise<Settings> {
  const bytes = await files.read(SETTINGS_FILE);
  if (bytes === undefined) return {};
  try {
    return readKeptFlags(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    files.tellDamage("The settings");
    return {};
  }
}

/** The flags that a file holds. Throws where they are none. */
export function readKeptFlags(kept: Settings): Settings {
  const entries = NAMES.flatMap((name) => {
    const value = kept[name];
    if (value === undefined) return [];
    if (typeof value !== "string") throw new TypeError("A flag is a text");
    CHECKS[name](value);
    return [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The flags of a command line that can be kept. Throws a UsageError for a key among them. */
export function settingsOf(values: Flags["values"]): Settings {
  const entries = NAMES.filter((name) => values[name] !== undefined)
    .map((name) => [name, values[name]] as const);
  for (const [name, value] of entries) CHECKS[name](value!);
  return Object.fromEntries(entries);
}

/** The same without an address that holds a key. */
export function keylessSettingsOf(values: Flags["values"]): Settings {
  try {
    return settingsOf(values);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { "base-url": _address, ...others } = values;
    return settingsOf(others);
  }
}

/** Returns whether they are kept now. */
export async function keepSettings(files: KeptFiles, settings: Settings): Promise<boolean> {
  const text = `${JSON.stringify(settings, undefined, 2)}\n`;
  return await files.write(SETTINGS_FILE, new TextEncoder().encode(text));
}

/** The settings as a person would type them; undefined where there are none. */
export function settingWords(settings: Settings): string | undefined {
  const words = NAMES.filter((name) => settings[name] !== undefined)
    .map((name) => `--${name} ${settings[name]}`);
  return words.length === 0 ? undefined : words.join(" ");
}

/** The flags with what is kept; those that were written win. */
export function withSettings(values: Flags["values"], settings: Settings): Flags["values"] {
  const { user, provider, model, rank, "base-url": baseUrl } = settings;
  // An address and a model belong to their provider.
  const isSame = values.provider === undefined || (provider !== undefined &&
    providerNamed(values.provider)?.id === providerNamed(provider)?.id);
  const kept = {
    ...(values.sample ? {} : { user }),
    provider,
    rank,
    ...(isSame ? { model, "base-url": baseUrl } : {}),
  };
  return { ...kept, ...values } as Flags["values"];
}

function readKeylessAddress(address: string): string {
  const { username, password, search } = new URL(readAddress(address));
  if (username + password + search === "") return address;
  throw new UsageError("Leave the key out of --base-url, it would be kept");
}
