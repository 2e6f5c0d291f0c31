// Copyright 2026 the Rivulet authors. MIT license.

import { parseArgs } from "node:util";
import { nearest } from "./did_you_mean.ts";
import { UsageError } from "./option_values.ts";
import { providerNamed } from "./provider_names.ts";

const FLAGS = {
  user: { type: "string", short: "u" },
  sample: { type: "boolean" },
  rank: { type: "string" },
  english: { type: "boolean" },
  provider: { type: "string" },
  model: { type: "string", short: "m" },
  "base-url": { type: "string" },
  continue: { type: "boolean", short: "c" },
  system: { type: "string" },
  "max-tokens": { type: "string" },
  "experimental-webgpu": { type: "boolean" },
  download: { type: "boolean" },
  "delete-model": { type: "boolean" },
  matches: { type: "boolean" },
  stars: { type: "boolean" },
  models: { type: "boolean" },
  export: { type: "string" },
  open: { type: "string" },
  json: { type: "boolean" },
  save: { type: "boolean" },
  folder: { type: "string" },
  version: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
} as const;

/** The flags of a command line as they were written, and its other words. */
export type Flags = ReturnType<typeof parseFlags>;

// deno-lint-ignore explicit-module-boundary-types -- it is what `FLAGS` says
export function parseFlags(args: readonly string[]) {
  try {
    // Many programs write the short one in capitals.
    const words = args.map((word) => word === "-V" ? "-v" : word);
    return parseArgs({ args: words, allowPositionals: true, options: FLAGS });
  } catch (error) {
    throw new UsageError(unknownFlag(error) ?? (error as Error).message);
  }
}

function unknownFlag(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message: string };
  if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") return undefined;
  const flag = /'(-[^']*)'/.exec(message)?.[1] ?? "";
  const meant = nearest(flag.replace(/^-+/, ""), Object.keys(FLAGS));
  return `There is no flag ${flag}. ${
    meant === undefined ? "See --help" : `Did you mean --${meant}?`
  }`;
}

/** Refuses flags that do not go together. The messages say what to do. */
export function checkFlags({ values, positionals }: Flags): void {
  const rules: readonly (readonly [isWrong: unknown, message: string])[] = [
    [values.user !== undefined && values.sample, "Choose --user or --sample, not both"],
    [
      values["base-url"] !== undefined && values.provider === undefined,
      "Add --provider, it tells how the server at --base-url is asked",
    ],
    ...values["delete-model"] ? deletionRules({ values, positionals }) : webllmRules(values),
    [
      values.english && (values.stars || values.models),
      "Leave out --english, it is for a question",
    ],
    [
      values.stars && positionals.length > 0,
      "Leave out the question, --stars lists all",
    ],
    [
      values.models && positionals.length > 0,
      "Leave out the question, --models lists models",
    ],
    [
      values.open !== undefined && values.stars,
      "Choose --open or --stars, not both",
    ],
    [
      values.json && (values.export ?? values.open) !== undefined,
      "Leave out --json, it does not go with --export or --open",
    ],
    [
      values.export !== undefined && values.open !== undefined,
      "Choose --export or --open, not both",
    ],
    [values.folder === "", "Name a folder after --folder"],
  ];
  const broken = rules.find(([isWrong]) => isWrong);
  if (broken !== undefined) throw new UsageError(broken[1]);
}

function deletionRules(
  { values, positionals }: Flags,
): (readonly [isWrong: unknown, message: string])[] {
  return [
    [positionals.length > 0, "Leave out the question, --delete-model only deletes"],
    [
      values.provider !== undefined && !isWebLLM(values),
      `Leave out --provider ${values.provider}, --delete-model is for models in this program`,
    ],
  ];
}

function webllmRules(values: Flags["values"]): (readonly [isWrong: unknown, message: string])[] {
  const runsHere = isWebLLM(values);
  return [
    [
      runsHere && !values["experimental-webgpu"] && !values.models,
      "Add --experimental-webgpu to run the model in this program, which is an experiment",
    ],
    [
      !runsHere && (values["experimental-webgpu"] || values.download),
      "Add --provider webllm, --experimental-webgpu and --download need it",
    ],
    [
      runsHere && values["base-url"] !== undefined,
      "Leave out --base-url, webllm runs in this program",
    ],
    [runsHere && values.save, "Leave out --save, a model in this program is an experiment"],
  ];
}

function isWebLLM({ provider = "" }: Flags["values"]): boolean {
  return providerNamed(provider)?.id === "webllm";
}
