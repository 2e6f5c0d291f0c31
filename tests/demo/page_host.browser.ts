// Copyright 2026 the Rivulet authors. MIT license.

// The page on a host of static files, as its build leaves it there.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { headersOf } from "../../demo/build/headers.ts";
import { headlessShellPath } from "../support/chromium.ts";
import { pageFiles } from "../support/page_server.ts";
import { nextVersion, publish } from "../support/published_page.ts";
import { OUTLIVED, sharedBrowser } from "../support/shared_browser.ts";
import { startStaticHost, type StaticHost } from "../support/static_host.ts";

/** The page in a folder of its own, behind a host, in a context of its own. */
function hostTest(
  name: string,
  use: (page: Page, host: StaticHost, errors: string[], folder: string) => Promise<void>,
  { heeds, serviceWorkers = "allow" }: { heeds?: boolean; serviceWorkers?: "allow" | "block" } = {},
): void {
  Deno.test({ name, ignore: headlessShellPath === undefined, ...OUTLIVED, fn });

  async function fn(): Promise<void> {
    const folder = await Deno.makeTempDir();
    await publish(folder, await pageFiles());
    await using host = await startStaticHost(folder, heeds === undefined ? {} : { heeds });
    const context = await (await sharedBrowser()).newContext({ serviceWorkers });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      await use(page, host, errors, folder);
    } finally {
      await context.close();
      await Deno.remove(folder, { recursive: true });
    }
  }
}

/** Waits until the page is there and kept. */
async function visit(page: Page, { url }: StaticHost): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
}

hostTest(
  "a host that reads _headers sends what this machine sends, and the page runs",
  async (page, host, errors) => {
    for (const name of ["index.html", "main.js", "engine_worker.js", "search_worker.js"]) {
      const response = await fetch(new URL(name, host.url));
      await response.body?.cancel();
      for (const [header, value] of headersOf(name)) {
        assertEquals([header, response.headers.get(header)], [header, value]);
      }
    }
    await visit(page, host);
    await page.getByText("BurntSushi/ripgrep").first().waitFor();
    assertEquals(errors, []);
  },
);

hostTest(
  "a host that reads _headers lets no other page show this one in a frame",
  async (page, host) => {
    await using framer = startFramer(host.url);
    const refused = page.waitForEvent(
      "console",
      (message) => /frame-ancestors|X-Frame-Options/i.test(message.text()),
    );
    await page.goto(framer.url);
    await refused;
  },
);

hostTest(
  "where the host sets no header, the page itself refuses to run in a frame",
  async (page, host) => {
    await using framer = startFramer(host.url);
    await page.goto(framer.url);
    const frame = page.frameLocator("iframe");
    await frame.getByText("Ask your stars does not run inside another page.").waitFor();
    assertEquals(await frame.locator("button, input, textarea").count(), 0);
    const link = frame.getByRole("link", { name: "Open it by itself" });
    assertEquals(await link.getAttribute("href"), host.url);
    assert(!host.paths.includes("/search_worker.js"), host.paths.join(" "));
  },
  { heeds: false },
);

hostTest("no text becomes markup or a script in the page", async (page, host) => {
  await visit(page, host);
  const outcomes = await page.evaluate(() => {
    const attempt = (act: () => unknown): string => {
      try {
        act();
        return "done";
      } catch (error) {
        return (error as Error).name;
      }
    };
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    return [
      attempt(() => document.body.innerHTML = "<b>x</b>"),
      attempt(() => new Worker("search_worker.js")),
      attempt(() => document.createElement("script").src = "main.js"),
      attempt(() => trustedTypes.createPolicy("ask-your-stars", {})),
      attempt(() => trustedTypes.createPolicy("other", {})),
    ];
  });
  assertEquals(outcomes, [
    "TypeError",
    "TypeError",
    "TypeError",
    "TypeError",
    "TypeError",
  ]);
});

/** Another site, which shows an address in a frame. */
function startFramer(address: string): AsyncDisposable & { url: string } {
  const body = `<!doctype html><iframe src="${address}" width="600" height="400"></iframe>`;
  const answer = () => new Response(body, { headers: { "content-type": "text/html" } });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, answer);
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** How the cache of a version begins. */
const CACHE = "ask-stars-shell-";

hostTest("the service worker keeps the files of the page and nothing else", async (page, host) => {
  for (const name of ["notes.txt", "else/index.html"]) host.instead.set(name, "another project's");
  await visit(page, host);
  await page.evaluate(async () => {
    for (const path of ["notes.txt", "main.js?x=1", "else/index.html"]) {
      await (await fetch(path)).text();
    }
  });
  const kept = await page.evaluate(async (name) => {
    const [own = ""] = (await caches.keys()).filter((one) => one.startsWith(name));
    const requests = await (await caches.open(own)).keys();
    return requests.map(({ url }) => url);
  }, CACHE);
  const names = [...(await pageFiles()).keys()].map((name) =>
    new URL(name === "index.html" ? "./" : name, host.url).href
  );
  assert(kept.length > 5);
  for (const url of kept) assert(names.includes(url), url);
});

hostTest(
  "the service worker gives out no file that another page has planted",
  async (page, host) => {
    await visit(page, host);
    await page.evaluate(async (name) => {
      const [own = ""] = (await caches.keys()).filter((one) => one.startsWith(name));
      const cache = await caches.open(own);
      for (const { url } of await cache.keys()) await cache.put(url, new Response("planted"));
    }, CACHE);
    host.instead.set("style.css", "silence");
    await page.context().setOffline(true);
    const outcome = await page.evaluate(async () => {
      try {
        return await (await fetch("style.css")).text();
      } catch (error) {
        return (error as Error).name;
      }
    });
    assertEquals(outcome, "TypeError");
  },
);

hostTest("the service worker keeps no file that the host has changed", async (page, host) => {
  host.instead.set("icon.svg", "<svg>other</svg>");
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...parts) {
      const registered = register.apply(this, parts);
      // What becomes of the worker, which is there once it is registered.
      const state = registered.then(({ installing }) => {
        const { promise, resolve } = Promise.withResolvers<string>();
        installing?.addEventListener("statechange", () => {
          if (installing.state !== "installed") resolve(installing.state);
        });
        return promise;
      });
      Object.assign(globalThis, { workerState: state });
      return registered;
    };
  });
  await page.goto(host.url);
  await page.waitForFunction(() => "workerState" in globalThis);
  const state = await page.evaluate(() =>
    (globalThis as unknown as { workerState: Promise<string> }).workerState
  );
  assertEquals(state, "redundant");
});

hostTest("a host that says nothing does not keep the page from its copy", async (page, host) => {
  await visit(page, host);
  await page.reload();
  host.instead.set("index.html", "silence");
  host.instead.set("main.js", "silence");
  await page.reload({ waitUntil: "commit" });
  await page.getByText("BurntSushi/ripgrep").first().waitFor();
});

hostTest("an answer reaches the page where the browser keeps nothing more", async (page, host) => {
  await visit(page, host);
  const [worker] = page.context().serviceWorkers();
  await worker!.evaluate(() => {
    Cache.prototype.put = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  });
  const text = await page.evaluate(async () => await (await fetch("style.css")).text());
  assertStringIncludes(text, "{");
});

hostTest(
  "a new version leaves an open tab its own files, and is offered",
  async (page, host, errors, folder) => {
    await visit(page, host);
    // Served by the worker from here on.
    await page.reload();
    await page.getByText("BurntSushi/ripgrep").first().waitFor();
    const other = await page.context().newPage();
    await publish(folder, await nextVersion());
    await other.goto(host.url);
    await other.locator(".card").first().waitFor();
    await page.locator(".banner", { hasText: "There is a new version of this page." }).waitFor();
    await page.click("#stars-chip");
    await page.locator("#stars-dialog[open]").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await other.click("#stars-chip");
    await other.locator("#stars-dialog[open]").waitFor();
    await other.close();
    await page.getByRole("button", { name: "Reload", exact: true }).click();
    await page.waitForEvent("load");
    await page.click("#stars-chip");
    await page.locator("#stars-dialog[open]").waitFor();
    assertEquals(await page.getByText("You may be offline").count(), 0);
    assertEquals(errors.filter((error) => !/404/.test(error)), []);
  },
);

hostTest("a problem of the host does not hide a page that is kept", async (page, host) => {
  await visit(page, host);
  await page.reload();
  host.instead.set("index.html", "503");
  host.instead.set("main.js", "503");
  await page.reload();
  await page.getByText("BurntSushi/ripgrep").first().waitFor();
});
