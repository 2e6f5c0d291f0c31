// Copyright 2026 the Rivulet authors. MIT license.

import { IS_TASK, PROGRAM } from "./program.ts";
import { type Settings, settingWords } from "./settings.ts";

/** What the program can do, and what is kept for each run. */
export function helpText(settings: Settings = {}): string {
  const kept = settingWords(settings);
  return `Ask your stars: matches at once, an answer where a model runs.

Usage: ${PROGRAM} [flags] "question"
       ${PROGRAM} [flags]           (a session: one question after another)
       git log | ${PROGRAM} -       (the question from another program)
  -c, --continue       go on from the last question and its answer

What to search
  -u, --user NAME      the public stars of a GitHub user
      --sample         240 well-known repositories (default)
      --rank MODE      keyword, embedding or both (default: both where Ollama
                       or LM Studio has an embedding model)
      --english        the model puts the question into English words first,
                       and these are searched
  lang:rust topic:cli user:sharkdp license:mit is:archived 'stars:>1000'
                       words of the question that narrow down what is searched

Whom to ask
      --provider NAME  ollama (or local-a)
                       lm-studio (or local-b), also for servers that speak
                       like it; llama.cpp and vllm are some, at their port
                       openai (or standard-compatible), also for services
                       that speak like it, with --base-url
                       webllm
                       (default: Ollama, then LM Studio, whichever has a model)
  -m, --model NAME     the model to ask
      --base-url URL   the address of the provider
      --system TEXT    the instruction that the model gets first
      --max-tokens N   the most tokens of an answer
      --experimental-webgpu
                       lets --provider webllm run the model in this program, on
                       the graphics card: no server. An experiment
      --download       allow the download of that model, once; the default is
                       0.7 GB
      --delete-model   delete that model, or the one after -m, from this
                       device; no question

What to write, to stdout, without a model
      --matches        the matches
      --stars          all that is searched; no question
      --models         the models that can be asked; no question
      --export FORMAT  the matches, or with --stars all, as md, csv or json
      --open N         open match N in the browser, in a pipe write its address;
                       alone: of the last run

      --save           keep --user, --provider, --model, --base-url and --rank
                       of this call for the next ones; alone: forget them
      --json           all that happens, one JSON object a line, to stdout
      --folder PATH    where stars and meanings are kept (default: .rivulet)
  -v, --version        the version
  -h, --help           this text
${kept === undefined ? "" : `\nKept, and added to each call: ${kept}\n`}
A remote provider takes its key from RIVULET_API_KEY, else from OPENAI_API_KEY.
OLLAMA_HOST says where Ollama is. GITHUB_TOKEN raises GitHub's limit;
GITHUB_API_URL names another GitHub server, whose token is
GITHUB_ENTERPRISE_TOKEN. Requests to this machine go around proxies.
${IS_TASK ? REACH_OF_TASK : REACH_OF_COMMAND}
NO_COLOR takes the colours away.

Examples
  ${PROGRAM} "fast way to search code from the terminal"
  ${PROGRAM} -u ana --provider llama.cpp "lang:js charts"
  OPENAI_API_KEY=… ${PROGRAM} --provider openai "photo album"

Exit codes: 0 answered, or matches where no model runs; 1 something failed;
2 wrong usage; 3 no match; 129 the terminal has gone; 130 stopped with Ctrl+C;
131 stopped with Ctrl+\\; 141 the reader of the output has gone; 143 terminated
`;
}

const REACH_OF_TASK =
  `deno task chat reaches this machine and GitHub and asks before any other host;
deno task chat:remote reaches all.`;
const REACH_OF_COMMAND = `It reaches what its installation allows, and asks before any other host.`;
