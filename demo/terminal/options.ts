// Copyright 2026 the Rivulet authors. MIT license.

import { parseArgs } from "node:util";
import { getProviderDefinitions, type LLMProviderId } from "@rivulet/llm";
import type { RankMode } from "../stars/ranking.ts";

/** What the command line asks for. */
export interface ChatOptions {
  readonly question: string;
  /** A GitHub user; undefined for the sample. */
  readonly user?: string | undefined;
  readonly provider?: LLMProviderId | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** What to compare by; undefined for both where it can be had. */
  readonly rankMode?: RankMode | undefined;
  /** Whether a model that runs in this program may be downloaded. */
  readonly download: boolean;
  /** Only the matches, no model. */
  readonly matchesOnly: boolean;
  /** One JSON object a line. */
  readonly json: boolean;
}

/** The command line cannot be understood. The message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const RANK_MODES = ["keyword", "embedding", "both"] as const satisfies readonly RankMode[];

const PROVIDERS = getProviderDefinitions().map(({ id }) => id);

export const HELP = `Ask your stars: matches at once, an answer where a model runs.

Usage: deno task chat [flags] "question"

  --user NAME       search the public stars of a GitHub user
  --sample          search 240 well-known repositories (default)
  --provider ID     ${PROVIDERS.join(", ")}
                    (default: Ollama, then LM Studio, if one answers)
  --model NAME      the model to ask
  --base-url URL    the address of the provider
  --experimental-webgpu
                    lets --provider webllm run the model in this program, on the
                    graphics card: no server. An experiment
  --download        allow the download of that model, once; the default is 0.7 GB
  --rank MODE       keyword, embedding or both (default: both where Ollama has an
                    embedding model)
  --matches         only the matches, to stdout, no model
  --json            one JSON object a line, to stdout
  --help            this text

A remote provider takes its key from RIVULET_API_KEY, else from OPENAI_API_KEY.
GITHUB_TOKEN raises GitHub's limit; GITHUB_API_URL names another GitHub server.

Examples
  deno task chat "fast way to search code from the terminal"
  deno task chat --user ana --provider local-b "charts without a framework"
  OPENAI_API_KEY=… deno task chat --provider standard-compatible "self-hosted photos"

Exit codes: 0 answered, 1 provider failed, 2 wrong usage, 3 no match, 130 stopped
`;

/** The options of a command line, or "help". Throws a UsageError. */
export function parseOptions(args: readonly string[]): ChatOptions | "help" {
  const { values, positionals } = parse(args);
  if (values.help) return "help";
  const question = positionals.join(" ").trim();
  if (question === "") {
    throw new UsageError('Add a question, such as "search code from the terminal"');
  }
  if (values.user !== undefined && values.sample) {
    throw new UsageError("Choose --user or --sample, not both");
  }
  if (values["base-url"] !== undefined && values.provider === undefined) {
    throw new UsageError("Add --provider, so that the address is asked in its protocol");
  }
  const runsHere = values.provider === "webllm";
  if (runsHere && !values["experimental-webgpu"]) {
    throw new UsageError(
      "Add --experimental-webgpu to run the model in this program, which is an experiment",
    );
  }
  if (!runsHere && (values["experimental-webgpu"] || values.download)) {
    throw new UsageError("Add --provider webllm, --experimental-webgpu and --download are for it");
  }
  if (runsHere && values["base-url"] !== undefined) {
    throw new UsageError("Leave out --base-url, webllm runs in this program");
  }
  return {
    question,
    user: values.user === undefined ? undefined : readUser(values.user),
    provider: values.provider === undefined ? undefined : readProvider(values.provider),
    model: values.model,
    baseUrl: values["base-url"] === undefined ? undefined : readAddress(values["base-url"]),
    rankMode: values.rank === undefined ? undefined : readRankMode(values.rank),
    download: values.download ?? false,
    matchesOnly: values.matches ?? false,
    json: values.json ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        user: { type: "string" },
        sample: { type: "boolean" },
        provider: { type: "string" },
        model: { type: "string" },
        "base-url": { type: "string" },
        "experimental-webgpu": { type: "boolean" },
        download: { type: "boolean" },
        rank: { type: "string" },
        matches: { type: "boolean" },
        json: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readProvider(id: string): LLMProviderId {
  const provider = PROVIDERS.find((known) => known === id);
  if (provider === undefined) {
    throw new UsageError(`Choose a provider of ${PROVIDERS.join(", ")}, not "${id}"`);
  }
  return provider;
}

function readRankMode(mode: string): RankMode {
  const known = RANK_MODES.find((candidate) => candidate === mode);
  if (known === undefined) {
    throw new UsageError(`Choose --rank of ${RANK_MODES.join(", ")}, not "${mode}"`);
  }
  return known;
}

function readAddress(address: string): string {
  if (/^https?:\/\/[^/]/i.test(address) && URL.canParse(address)) return address;
  throw new UsageError("Enter an address that starts with http:// or https:// after --base-url");
}

/** GitHub's rule for user names; it also keeps the name safe as a file name. */
function readUser(name: string): string {
  const user = name.replace(/^@/, "");
  if (/^[a-z\d][a-z\d-]{0,38}$/i.test(user)) return user;
  throw new UsageError(`Enter a GitHub user name, "${name}" is none`);
}
