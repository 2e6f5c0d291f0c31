// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { directWay, type Platform } from "../../_shared/direct_way.ts";
import { ProxyInTheWay } from "../../_shared/environment_proxy.ts";
import type { FetchLike, FetchLikeInit } from "../../_shared/fetch_like.ts";

const OLLAMA = "http://localhost:11434/api/chat";
const PROXIED = { HTTP_PROXY: "http://proxy.example:3128" };

type Environment = Record<string, string>;

/** A platform whose fetch gives back what it was given beside the usual. */
function withFetch(platform: Platform): Platform {
  return { ...platform, fetch: (_url, init) => Promise.resolve(init) };
}

function bun(version: string, env: Environment = PROXIED): Platform {
  return withFetch({ Bun: { version }, process: { env } });
}

/** What a Deno lets a program do, and what was asked of it. */
interface DenoOptions {
  /** The environment, as far as it may be read. */
  env?: Environment;
  /** Which variables may be read. @default all, if there is an environment */
  readable?: (name: string) => boolean;
  net?: "granted" | "prompt" | "denied";
  version?: string;
  onRead?: (name: string) => void;
}

/** A Deno that tells by an error if it is made to ask a person, or to load what is Node's. */
function deno(
  { env, readable = () => env !== undefined, net = "granted", version = "2.9.6", onRead }:
    DenoOptions,
): Platform & { loaded: string[] } {
  const loaded: string[] = [];
  return {
    loaded,
    Deno: {
      version: { deno: version },
      env: {
        get(name) {
          if (!readable(name)) throw new Error(`asked the user for ${name}`);
          onRead?.(name);
          return env?.[name];
        },
      },
      permissions: {
        querySync(descriptor) {
          const { name, variable = "" } = descriptor as { name: string; variable?: string };
          if (name === "net") return { state: net };
          return { state: readable(variable) ? "granted" : "prompt" };
        },
        requestSync: () => ({ state: net === "prompt" ? "denied" : net }),
      },
    },
    get process() {
      loaded.push("process");
      return { getBuiltinModule: (name: string) => void loaded.push(name) };
    },
  };
}

function way(address: string, platform: Platform, { isPrivate = false } = {}) {
  return directWay(address, { isPrivate, platform });
}

/** What a way adds to the options of fetch. */
async function optionOf(found: FetchLike | undefined): Promise<unknown> {
  assert(found !== undefined, "fetch alone");
  return await found(OLLAMA, {} as FetchLikeInit);
}

Deno.test("directWay() goes around the proxy to every name of this computer, and to no other", async () => {
  const names = ["localhost", "LOCALHOST", "localhost.", "a.localhost", "a.localhost.", "0.0.0.0"];
  const numbers = ["127.0.0.1", "127.1", "127.255.3.4", "2130706433", "0"];
  const ipv6 = ["[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:127.255.3.4]"];
  for (const host of [...names, ...numbers, ...ipv6, "[::ffff:0.0.0.0]"]) {
    assertEquals(await optionOf(way(`http://${host}:1/x`, bun("1.4.5"))), { proxy: false }, host);
  }
  const similar = ["localhost.example", "notlocalhost", "localhost..", "127.0.0.1.example"];
  const others = ["128.0.0.1", "10.0.0.1", "1.0.0.0", "192.168.0.2", "[::2]", "[::ffff:8000:1]"];
  for (const host of [...similar, ...others, "[1::]", "example.com"]) {
    assertStrictEquals(way(`http://${host}:1/x`, bun("1.4.5")), undefined, host);
  }
});

Deno.test("directWay() leaves all to fetch where the environment names no proxy", () => {
  for (
    const platform of [{}, bun("1.0.0", {}), deno({ env: {} }), bun("1.4.5", { HTTP_PROXY: "" })]
  ) {
    for (const isPrivate of [false, true]) {
      assertStrictEquals(way(OLLAMA, platform, { isPrivate }), undefined);
    }
  }
});

Deno.test("directWay() finds the proxy of the address's protocol, under each of its names", () => {
  const secure = OLLAMA.replace("http:", "https:");
  const seen = (address: string, name: string) =>
    way(address, deno({ env: { [name]: "x" } })) !== undefined;
  for (const name of ["HTTP_PROXY", "http_proxy"]) {
    assertEquals([seen(OLLAMA, name), seen(secure, name)], [true, false], name);
  }
  for (const name of ["HTTPS_PROXY", "https_proxy"]) {
    assertEquals([seen(OLLAMA, name), seen(secure, name)], [false, true], name);
  }
  for (const name of ["ALL_PROXY", "all_proxy"]) {
    assertEquals([seen(OLLAMA, name), seen(secure, name)], [true, true], name);
  }
});

Deno.test("directWay() touches nothing of Node's in Deno where no proxy is known", () => {
  for (const platform of [deno({ env: {} }), deno({})]) {
    assertStrictEquals(way(OLLAMA, platform), undefined);
    assertEquals(platform.loaded, []);
  }
});

Deno.test("directWay() leaves a chat to fetch where Deno's environment cannot be read", () => {
  const partly = deno({ env: PROXIED, readable: (name) => name === "NO_PROXY" });
  for (const platform of [deno({}), partly]) assertStrictEquals(way(OLLAMA, platform), undefined);
});

Deno.test("directWay() keeps what is private from a proxy that Deno may not tell of", () => {
  assert(way(OLLAMA, deno({}), { isPrivate: true }) !== undefined);
  assertStrictEquals(way("http://example.com/", deno({}), { isPrivate: true }), undefined);
});

Deno.test("directWay() takes a proxy for known where one of its names may be read", () => {
  assert(way(OLLAMA, deno({ env: PROXIED, readable: (name) => name === "HTTP_PROXY" })));
});

Deno.test("directWay() reads Deno's environment once", () => {
  const read: string[] = [];
  const platform = deno({ env: {}, onRead: (name) => read.push(name) });
  for (let count = 0; count < 3; count++) way(OLLAMA, platform);
  assertEquals(read.toSorted(), ["ALL_PROXY", "HTTP_PROXY", "all_proxy", "http_proxy"]);
});

Deno.test("directWay() leaves a permission for the server that is missing to Deno's fetch", () => {
  for (const net of ["prompt", "denied"] as const) {
    assertStrictEquals(way(OLLAMA, deno({ env: PROXIED, net })), undefined, net);
  }
});

Deno.test("directWay() trusts node:http of the Denos that connect by themselves, and of no older", () => {
  for (const version of ["2.3.0", "2.10.1", "3.0.0"]) {
    assert(way(OLLAMA, deno({ env: PROXIED, version })) !== undefined, version);
  }
  for (const version of ["2.2.15", "2.1.4", "1.46.3"]) {
    for (const platform of [deno({ env: PROXIED, version }), deno({ version })]) {
      const error = assertThrows(() => way(OLLAMA, platform, { isPrivate: true }), ProxyInTheWay);
      assertStrictEquals(
        error.message,
        "Update Deno to 2.3.0, the proxy of the environment would see this request",
      );
    }
  }
});

Deno.test("directWay() leaves to Deno's fetch what NO_PROXY exempts by its bare name", () => {
  for (const list of ["localhost", "a.example, localhost", "x localhost"]) {
    for (const name of ["NO_PROXY", "no_proxy"]) {
      assertStrictEquals(way(OLLAMA, deno({ env: { ...PROXIED, [name]: list } })), undefined, list);
    }
  }
  // Deno takes a star for names alone, and a host with a port for another host.
  for (const list of ["", "*", "localhost:11434", "127.0.0.1", "localhos", "mylocalhost"]) {
    assert(way(OLLAMA, deno({ env: { ...PROXIED, NO_PROXY: list } })) !== undefined, list);
  }
  const contrary = { ...PROXIED, NO_PROXY: "", "no_proxy": "localhost" };
  assert(way(OLLAMA, deno({ env: contrary })) !== undefined);
  const readable = (name: string) => name !== "no_proxy";
  assert(way(OLLAMA, deno({ env: { ...PROXIED, NO_PROXY: "localhost" }, readable })));
});

Deno.test("directWay() leaves what is private to Deno's fetch where NO_PROXY exempts it, whatever is not known", () => {
  const readable = (name: string) => /^no_proxy$/i.test(name);
  const platform = deno({ env: { NO_PROXY: "localhost" }, readable });
  assertStrictEquals(way(OLLAMA, platform, { isPrivate: true }), undefined);
});

Deno.test("directWay() knows by its version whether Bun can be told to use no proxy", async () => {
  for (const version of ["1.4.4", "1.4.10", "1.10.0", "2.0.0"]) {
    assertEquals(await optionOf(way(OLLAMA, bun(version))), { proxy: false }, version);
  }
  for (const version of ["1.4.3", "1.3.10", "0.9.0"]) {
    const error = assertThrows(() => way(OLLAMA, bun(version)), ProxyInTheWay);
    assertStrictEquals(
      error.message,
      'Set NO_PROXY to "localhost", the proxy of the environment would see this request',
    );
  }
});

Deno.test("directWay() takes NO_PROXY for a way around where an older Bun heeds it", () => {
  for (const exempt of ["*", "localhost", "a.example, localhost", "x localhost:11434"]) {
    const env = { ...PROXIED, NO_PROXY: exempt };
    assertStrictEquals(way(OLLAMA, bun("1.2.23", env)), undefined, exempt);
  }
  for (const exempt of ["", "127.0.0.1", "localhos", "localhost:1", "mylocalhost"]) {
    const env = { ...PROXIED, NO_PROXY: exempt };
    assertThrows(() => way(OLLAMA, bun("1.2.23", env)), ProxyInTheWay);
  }
  for (const exempt of ["::1", "[::1]"]) {
    const env = { ...PROXIED, NO_PROXY: exempt };
    assertStrictEquals(way("http://[::1]:1/", bun("1.2.23", env)), undefined, exempt);
  }
  const contrary = { ...PROXIED, NO_PROXY: "localhost", "no_proxy": "other" };
  assertThrows(() => way(OLLAMA, bun("1.2.23", contrary)), ProxyInTheWay);
});

Deno.test("directWay() gives Node one dispatcher of its own beside the one that heeds proxies", async () => {
  class EnvHttpProxyAgent {
    readonly options: object | undefined;
    constructor(options?: object) {
      this.options = options;
    }
  }
  for (const version of [1, 2]) {
    const platform = withFetch({
      [Symbol.for(`undici.globalDispatcher.${version}`)]: new EnvHttpProxyAgent(),
    });
    const option = await optionOf(way(OLLAMA, platform)) as { dispatcher: EnvHttpProxyAgent };
    assertEquals(option.dispatcher.options, { noProxy: "*" });
    assertStrictEquals(
      (await optionOf(way(OLLAMA, platform)) as typeof option).dispatcher,
      option.dispatcher,
    );
    assertStrictEquals(way("http://example.com/", platform), undefined);
  }
  const both = withFetch({
    [Symbol.for("undici.globalDispatcher.1")]: new (class Agent {})(),
    [Symbol.for("undici.globalDispatcher.2")]: new EnvHttpProxyAgent(),
  });
  assert(way(OLLAMA, both) !== undefined);
  const plain = { [Symbol.for("undici.globalDispatcher.1")]: new (class Agent {})() };
  assertStrictEquals(way(OLLAMA, plain), undefined);
});
