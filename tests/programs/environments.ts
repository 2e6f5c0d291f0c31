// Copyright 2026 the Rivulet authors. MIT license.

/** Where a program runs, as far as proxies are concerned. */
export interface Environment {
  readonly name: string;
  /** The hosts for which it names no proxy. */
  readonly exempt: readonly string[];
  variables(proxy: string): Record<string, string>;
}

const EXEMPT = ["localhost", "127.0.0.1"];

const PROXIES: readonly (readonly string[])[] = [
  [],
  ["HTTP_PROXY"],
  ["HTTPS_PROXY"],
  ["ALL_PROXY"],
  ["http_proxy", "https_proxy", "all_proxy"],
];

/** Node 24 and late versions of 22 heed proxies where they are told to. */
const HEED = { NODE_USE_ENV_PROXY: "1" };

/** Each proxy that an environment can name, with and without the exception for this computer. */
export const environments: readonly Environment[] = PROXIES.flatMap((names) => {
  const variables = (proxy: string) => ({
    ...HEED,
    ...Object.fromEntries(names.map((name) => [name, proxy])),
  });
  const name = names.join(", ") || "no proxy";
  return [
    { name, exempt: [], variables },
    {
      name: `${name}, NO_PROXY`,
      exempt: EXEMPT,
      variables: (proxy) => ({ ...variables(proxy), NO_PROXY: EXEMPT.join() }),
    },
  ];
});

/** What Deno lets a program do that asks these hosts. */
export interface Access {
  readonly name: string;
  readonly isReadable: boolean;
  permissions(hosts: string): readonly string[];
}

const NAMES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]
  .flatMap((name) => [name, name.toLowerCase()]);

/** From as little as there can be to everything. */
export const accesses: readonly Access[] = [
  {
    name: "the environment not readable",
    isReadable: false,
    permissions: (hosts) => [`--allow-net=${hosts}`],
  },
  {
    name: "the names of proxies readable",
    isReadable: true,
    permissions: (hosts) => [`--allow-net=${hosts}`, `--allow-env=${NAMES}`],
  },
  { name: "-A", isReadable: true, permissions: () => ["-A"] },
];
