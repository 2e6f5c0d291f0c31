// Copyright 2026 the Rivulet authors. MIT license.

// All that the page can talk to, each on a loopback port.

import { startEmbedder } from "./page_embedder.ts";
import {
  type EngineScript,
  type GitHubScript,
  startEngine,
  startGitHub,
  startStub,
  type StubServer,
} from "./page_servers.ts";

/** An answer with all that Markdown has. */
export const LONG_ANSWER =
  "## Start here\n\nTake **BurntSushi/ripgrep** [1], or `nobody/invented-it` [2].\n\n" +
  "- one\n- two\n\n| Tool | Language |\n|---|---|\n| ripgrep | Rust |\n\n" +
  "```sh\nrg --files --hidden --follow --glob '!.git' | fzf --preview 'bat --color=always {}'\n```\n";

/** What the page can talk to. */
export interface Stand extends AsyncDisposable {
  readonly engine: StubServer & { script: EngineScript };
  readonly github: StubServer & { script: GitHubScript };
  readonly embedder: StubServer & { options: { pauseMs?: number } };
  readonly readmes: StubServer;
  /** What a state has started itself. */
  readonly started: AsyncDisposable[];
}

/** Starts the servers of all states. */
export function startStand(): Stand {
  const engine = startEngine({ tokens: [LONG_ANSWER] });
  const github = startGitHub({
    users: { ana: 1842, empty: 0, busy: 9000 },
    limit: 25,
    resetAt: Math.floor(Date.now() / 1000) + 1800,
    pauseMs: 40,
  });
  const embedder = startEmbedder({ pauseMs: 400 });
  const readmes = startStub(({ url }) => {
    const [, , name] = new URL(url).pathname.split("/");
    return name === "fd"
      ? new Response("404: Not Found", { status: 404 })
      : new Response(`# ${name}\n\n${name} is what its README tells, at some length.`);
  });
  const started: AsyncDisposable[] = [];
  return {
    engine,
    github,
    embedder,
    readmes,
    started,
    async [Symbol.asyncDispose]() {
      for (const server of [engine, github, embedder, readmes, ...started]) {
        await server[Symbol.asyncDispose]();
      }
    },
  };
}
