// Copyright 2026 the Rivulet authors. MIT license.

/// <reference lib="deno.unstable" />

import { callIn, runningBrowser, type Tab, type TestBrowser } from "./browsers/mod.ts";
import { within } from "./until.ts";

/** Does what the page asks the test process for. */
type Obey = (method: string, values: unknown[]) => Promise<string>;

/**
 * A page with one bundled script, opened once for all tests of a file, and called by the names of
 * the functions that the script offers. The script is its own worker too.
 */
export function openBundledPage<Offered>(
  browser: TestBrowser,
  script: URL,
  { ready, obey }: { ready: keyof Offered & string; obey: Obey },
): (name: keyof Offered & string, ...values: unknown[]) => Promise<unknown> {
  let site: Deno.HttpServer<Deno.NetAddr> | undefined;
  let opening: Promise<Tab> | undefined;

  async function open(): Promise<Tab> {
    site = serveSite(await bundle(script), obey);
    const tab = await (await runningBrowser(browser)).openTab();
    await tab.goTo(`http://127.0.0.1:${site.addr.port}/`);
    await callIn(tab, async (name) => {
      while (!(name in globalThis)) await new Promise((resolve) => setTimeout(resolve, 10));
    }, ready as string);
    return tab;
  }

  Deno.test.afterAll(() => site?.shutdown());

  return async (name, ...values) => {
    const tab = await (opening ??= open());
    const called = callIn(
      tab,
      (name, values) => Reflect.get(globalThis, name)(...values),
      name as string,
      values,
    );
    return await within(called, `"${name}" in the page`);
  };
}

const bundles = new Map<string, Promise<string>>();

/** The script in one file, bundled once for all browsers. */
function bundle({ pathname }: URL): Promise<string> {
  const bundled = bundles.get(pathname) ?? Deno.bundle({
    entrypoints: [pathname],
    platform: "browser",
    write: false,
  }).then(({ outputFiles }) => outputFiles![0]!.text());
  bundles.set(pathname, bundled);
  return bundled;
}

function serveSite(script: string, obey: Obey): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/orders") return takeOrders(request, obey);
    const [type, text] = pathname.endsWith(".js")
      ? ["text/javascript", script]
      : ["text/html", '<!doctype html><script type="module" src="page.js"></script>'];
    return new Response(text, { headers: { "content-type": type! } });
  });
}

/** An order takes a message on a socket: a request costs a browser far more. */
function takeOrders(request: Request, obey: Obey): Response {
  const { socket, response } = Deno.upgradeWebSocket(request);
  socket.onmessage = async ({ data }) => {
    const [id, method, ...values] = JSON.parse(data);
    const answer = await obey(method, values).then(
      (value) => ({ id, value }),
      (error) => ({ id, error: String(error) }),
    );
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(answer));
  };
  return response;
}
