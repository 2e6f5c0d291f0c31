// Copyright 2026 the Rivulet authors. MIT license.

import { type LoopbackServer, startLoopback } from "./loopback.ts";

/** A star as GitHub sends it. */
export function star(name: string, description: string | null = "Finds code"): unknown {
  return {
    "starred_at": "2026-02-01T00:00:00Z",
    repo: {
      "full_name": name,
      description,
      language: "Rust",
      topics: ["search"],
      license: { "spdx_id": "MIT" },
      "stargazers_count": 5,
      archived: false,
      "pushed_at": "2026-10-01T00:00:00Z",
    },
  };
}

/** A GitHub on which a person has these pages of stars. */
export function startGitHub(pages: unknown[][]): LoopbackServer {
  return startLoopback(({ path }) => {
    const page = Number(new URL(path, "http://x").searchParams.get("page"));
    const link = `<https://x/?page=${pages.length}>; rel="last"`;
    return {
      headers: page < pages.length ? { link } : {},
      chunks: [JSON.stringify(pages[page - 1] ?? [])],
    };
  });
}
