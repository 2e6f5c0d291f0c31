// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { directWay, type Platform, ProxyInTheWay } from "../../_shared/direct_way.ts";

const OLLAMA = "http://localhost:11434/api/chat";
const PROXIED = { HTTP_PROXY: "http://proxy.example:3128" };

function bun(version: string, env: Record<string, string> = PROXIED): Platform {
  return { Bun: { version }, process: { env } };
}

/** A Deno whose environment may be read only where it is given. */
function deno(
  env: Record<string, string> | undefined,
  createHttpClient: (options: object) => object = (options) => ({ ...options }),
): Platform {
  const state = env === undefined ? "prompt" : "granted";
  return {
    Deno: {
      createHttpClient,
      env: {
        get(name) {
          if (env === undefined) throw new Error("asked the user");
          return env[name];
        },
      },
      permissions: { querySync: () => ({ state }) },
    },
  };
}

function clientOf(address: string, platform: Platform): { proxy: object } {
  return (directWay(address, platform) as { client: { proxy: object } }).client;
}

function tooOld(): never {
  throw new TypeError("unknown transport");
}

Deno.test("directWay() goes around the proxy to every name of this computer, and to no other", () => {
  const way = (host: string) => directWay(`http://${host}:1/x`, bun("1.4.5"));
  const names = ["localhost", "LOCALHOST", "a.localhost", "127.0.0.1", "127.1", "127.255.3.4"];
  const mapped = ["[::ffff:127.0.0.1]", "[::ffff:127.255.3.4]"];
  for (const host of [...names, ...mapped, "[::1]", "[0:0:0:0:0:0:0:1]", "2130706433"]) {
    assertEquals(way(host), { proxy: false }, host);
  }
  const others = [
    "localhost.example",
    "notlocalhost",
    "127.0.0.1.example",
    "128.0.0.1",
    "10.0.0.1",
  ];
  for (const host of [...others, "192.168.0.2", "[::2]", "[::ffff:8000:1]", "example.com"]) {
    assertStrictEquals(way(host), undefined, host);
  }
});

Deno.test("directWay() needs no way where the environment names no proxy", () => {
  for (const platform of [{}, bun("1.0.0", {}), deno({}), bun("1.4.5", { HTTP_PROXY: "" })]) {
    assertStrictEquals(directWay(OLLAMA, platform), undefined);
  }
});

Deno.test("directWay() finds the proxy under each of its names", () => {
  for (const name of ["HTTP_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "http_proxy"]) {
    assertEquals(
      directWay(OLLAMA, bun("2.0.0", { [name]: "x" })),
      { proxy: false },
      name,
    );
  }
});

Deno.test("directWay() gives Deno a client for this one server, where its environment cannot be read too", () => {
  for (const env of [PROXIED, undefined]) {
    const { proxy } = clientOf("https://[::1]/", deno(env));
    assertEquals(proxy, { transport: "tcp", hostname: "[::1]", port: 443 });
  }
  const { proxy } = clientOf("http://localhost/", deno(PROXIED));
  assertEquals(proxy, { transport: "tcp", hostname: "localhost", port: 80 });
});

Deno.test("directWay() gives Deno one client for all requests to a server, and another for the next", () => {
  const platform = deno(undefined);
  const client = clientOf("http://localhost:1/a", platform);
  assertStrictEquals(clientOf("http://localhost:1/b", platform), client);
  for (const other of ["http://localhost:2/a", "https://localhost:1/a", "http://127.0.0.1:1/a"]) {
    assert(clientOf(other, platform) !== client, other);
  }
});

Deno.test("directWay() leaves a permission that is missing to fetch, which a stub replaces without one", () => {
  for (const name of ["NotCapable", "PermissionDenied"]) {
    const refuse = () => {
      throw Object.assign(new Error("Requires net access"), { name });
    };
    for (const env of [PROXIED, undefined]) {
      assertStrictEquals(directWay(OLLAMA, deno(env, refuse)), undefined, name);
    }
  }
});

Deno.test("directWay() knows by its version whether Bun can be told to use no proxy", () => {
  for (const version of ["1.4.4", "1.4.10", "1.10.0", "2.0.0"]) {
    assertEquals(directWay(OLLAMA, bun(version)), { proxy: false }, version);
  }
  for (const version of ["1.4.3", "1.3.10", "0.9.0"]) {
    assertThrows(() => directWay(OLLAMA, bun(version)), ProxyInTheWay);
  }
});

Deno.test("directWay() throws where no way leads around a proxy, and names NO_PROXY", () => {
  for (const platform of [bun("1.4.3"), bun("1.2.23"), deno(PROXIED, tooOld)]) {
    const error = assertThrows(() => directWay(OLLAMA, platform), ProxyInTheWay);
    assertStrictEquals(
      error.message,
      'Set NO_PROXY to "localhost", the proxy of the environment would see this request',
    );
  }
});

Deno.test("directWay() takes NO_PROXY for a way around where it names this computer", () => {
  for (const exempt of ["*", "localhost", "a.example, localhost", "x localhost:11434"]) {
    const env = { ...PROXIED, NO_PROXY: exempt };
    assertStrictEquals(directWay(OLLAMA, bun("1.2.23", env)), undefined, exempt);
    assertStrictEquals(directWay(OLLAMA, deno(env, tooOld)), undefined, exempt);
  }
  for (const exempt of ["", "127.0.0.1", "localhos", "localhost:1", "mylocalhost"]) {
    const env = { ...PROXIED, NO_PROXY: exempt };
    assertThrows(() => directWay(OLLAMA, bun("1.2.23", env)), ProxyInTheWay);
  }
  for (const exempt of ["::1", "[::1]"]) {
    const env = { ...PROXIED, NO_PROXY: exempt };
    assertStrictEquals(directWay("http://[::1]:1/", bun("1.2.23", env)), undefined, exempt);
  }
  const contrary = { ...PROXIED, NO_PROXY: "localhost", "no_proxy": "other" };
  assertThrows(() => directWay(OLLAMA, bun("1.2.23", contrary)), ProxyInTheWay);
});

Deno.test("directWay() lets a Deno that is too old for a client be where no proxy is known", () => {
  assertStrictEquals(directWay(OLLAMA, deno(undefined, tooOld)), undefined);
});

Deno.test("directWay() gives Node one dispatcher of its own beside the one that heeds proxies", () => {
  class EnvHttpProxyAgent {
    readonly options: object | undefined;
    constructor(options?: object) {
      this.options = options;
    }
  }
  for (const version of [1, 2]) {
    const platform = {
      [Symbol.for(`undici.globalDispatcher.${version}`)]: new EnvHttpProxyAgent(),
    };
    const { dispatcher } = directWay(OLLAMA, platform) as { dispatcher: EnvHttpProxyAgent };
    assertEquals(dispatcher.options, { noProxy: "*" });
    assertEquals(directWay(OLLAMA, platform), { dispatcher });
  }
  const both = {
    [Symbol.for("undici.globalDispatcher.1")]: new (class Agent {})(),
    [Symbol.for("undici.globalDispatcher.2")]: new EnvHttpProxyAgent(),
  };
  assert(directWay(OLLAMA, both) !== undefined);
  const plain = { [Symbol.for("undici.globalDispatcher.1")]: new (class Agent {})() };
  assertStrictEquals(directWay(OLLAMA, plain), undefined);
});
