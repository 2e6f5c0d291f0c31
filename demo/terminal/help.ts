// Copyright 2026 the Rivulet authors. MIT license.

import { PROVIDERS } from "./option_values.ts";

export const HELP: string = `Ask your stars: matches at once, an answer where a model runs.

Usage: deno task chat [flags] "question"
       git log | deno task -q chat -       (the question from another program)

What to search
  -u, --user NAME      the public stars of a GitHub user
      --sample         240 well-known repositories (default)
      --rank MODE      keyword, embedding or both (default: both where Ollama
                       has an embedding model)
  lang:rust topic:cli user:sharkdp
                       words of the question that narrow down what is searched

Whom to ask
      --provider ID    ${PROVIDERS.slice(0, 2).join(", ")},
                       ${PROVIDERS.slice(2).join(", ")}
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
      --export FORMAT  the matches, or with --stars all, as md, csv or json
      --open N         the address of match N; alone: of the last run

      --json           all that happens, one JSON object a line, to stdout
      --folder PATH    where stars and meanings are kept (default: .rivulet)
  -V, --version        the version
  -h, --help           this text

A remote provider takes its key from RIVULET_API_KEY, else from OPENAI_API_KEY.
GITHUB_TOKEN raises GitHub's limit; GITHUB_API_URL names another GitHub server,
whose token is GITHUB_ENTERPRISE_TOKEN. Requests to this machine go around
proxies. deno task chat reaches this machine and GitHub and asks before any
other host; deno task chat:remote reaches all.
NO_COLOR takes the colours away.

Examples
  deno task chat "fast way to search code from the terminal"
  deno task chat -u ana --provider local-b "lang:js charts without a framework"
  OPENAI_API_KEY=… deno task chat --provider standard-compatible "photo album"

Exit codes: 0 answered, or matches where no model runs; 1 something failed;
2 wrong usage; 3 no match; 129 the terminal has gone; 130 stopped with Ctrl+C;
131 stopped with Ctrl+\\; 141 the reader of the output has gone; 143 terminated
`;
