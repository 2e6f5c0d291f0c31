// Copyright 2026 the Rivulet authors. MIT license.

// WebKit, as WebKitGTK's small browser on a screen that is none, through its WebDriver.

import { closedPort } from "../loopback.ts";
import { until } from "../until.ts";
import type { Modifier, RunningBrowser, Tab, TabSize, TestBrowser } from "./driver.ts";
import { findProgram } from "./programs.ts";
import { openSession, type WebDriverSession } from "./web_driver.ts";

const driver = findProgram("/usr/bin/WebKitWebDriver");
const screen = findProgram("/usr/bin/Xvfb");
const pointer = findProgram("/usr/bin/xdotool");
const browser = findProgram(
  "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
  "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
);

export const webkit: TestBrowser = {
  name: "WebKit",
  missing: [driver, screen, pointer, browser].includes(undefined)
    ? "Debian's webkit2gtk-driver, xvfb, xauth and xdotool"
    : undefined,
  missesCuts: true,
  graphics: "none",
  // Its small browser has a switch for cookies alone.
  canBlockSiteData: false,
  start,
};

/** Without it the frame of a window is wider than a narrow phone. */
const SMALL_FRAME = "* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }";

/** Keys that are no characters, as WebDriver writes them. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: "\uE007",
  Tab: "\uE004",
  Escape: "\uE00C",
  Backspace: "\uE003",
  ArrowDown: "\uE015",
  ArrowUp: "\uE013",
  Shift: "\uE008",
  Control: "\uE009",
};

async function start(): Promise<RunningBrowser> {
  if (webkit.missing !== undefined) throw new Error(`Install ${webkit.missing}`);
  const home = await Deno.makeTempDir();
  await Deno.mkdir(`${home}/.config/gtk-3.0`, { recursive: true });
  await Deno.writeTextFile(`${home}/.config/gtk-3.0/gtk.css`, SMALL_FRAME);
  const { display, process: screenProcess } = await startScreen();
  const env = { HOME: home, DISPLAY: display, NO_AT_BRIDGE: "1" };
  const port = closedPort();
  const driverProcess = new Deno.Command(driver!, {
    args: [`--port=${port}`],
    env,
    stdout: "null",
    stderr: "null",
  }).spawn();
  const base = `http://127.0.0.1:${port}`;
  await answers(base);
  const session = await openSession(base, {
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": {
      binary: browser,
      args: ["--automation", "--javascript-can-open-windows-automatically=true"],
    },
  });

  const windows = new Windows(session);
  return {
    version: session.version,
    async openTab(size = { width: 1280, height: 800 }) {
      const tab = await openWindow(windows, size);
      await takeFocus(env);
      return tab;
    },
    async [Symbol.asyncDispose]() {
      await session.send("DELETE", "");
      for (const process of [driverProcess, screenProcess]) {
        process.kill("SIGTERM");
        await process.status;
      }
      await Deno.remove(home, { recursive: true });
    },
  };
}

/** Starts a screen, which chooses its own number and tells it. */
async function startScreen(): Promise<{ display: string; process: Deno.ChildProcess }> {
  const process = new Deno.Command(screen!, {
    args: ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let number = "";
  while (!number.endsWith("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error("Xvfb ended before it had a screen");
    number += value;
  }
  await reader.cancel();
  return { display: `:${number.trim()}`, process };
}

async function answers(base: string): Promise<void> {
  let isReady = false;
  let isAsking = false;
  await until(() => {
    if (!isAsking) {
      isAsking = true;
      fetch(`${base}/status`).then((response) => response.json()).then(() => isReady = true)
        .catch(() => {}).finally(() => isAsking = false);
    }
    return isReady;
  }, "WebKitWebDriver");
}

/** Without a window manager no window has the focus, and then nothing in it is `:focus`. */
async function takeFocus(env: Record<string, string>): Promise<void> {
  await new Deno.Command(pointer!, {
    args: ["search", "--sync", "--onlyvisible", "--class", "MiniBrowser", "windowfocus", "%@"],
    env,
  }).output();
}

/** A session sends to one of its windows: the one that is chosen. */
class Windows {
  readonly #session: WebDriverSession;
  #chosen: string | undefined;

  constructor(session: WebDriverSession) {
    this.#session = session;
  }

  async handles(): Promise<string[]> {
    return await this.#session.send("GET", "/window/handles") as string[];
  }

  async send(handle: string, ...command: Parameters<WebDriverSession["send"]>): Promise<unknown> {
    if (this.#chosen !== handle) await this.#session.send("POST", "/window", { handle });
    this.#chosen = handle;
    return await this.#session.send(...command);
  }

  async close(handle: string): Promise<void> {
    await this.send(handle, "DELETE", "/window");
    this.#chosen = undefined;
  }
}

/**
 * Opens a window without a toolbar, which a phone's width would not hold. What a page keeps is kept
 * apart by the page's address.
 */
async function openWindow(windows: Windows, size: TabSize): Promise<Tab> {
  const before = await windows.handles();
  const features = `popup,width=${size.width},height=${size.height}`;
  await windows.send(before[0]!, "POST", "/execute/sync", {
    script: `open("about:blank", "", "${features}")`,
    args: [],
  });
  const handle = (await windows.handles()).find((one) => !before.includes(one))!;
  await windows.send(handle, "POST", "/window/rect", { ...size });
  return tabOf(windows, { handle, size });
}

function tabOf(windows: Windows, { handle, size }: { handle: string; size: TabSize }): Tab {
  const send = (...command: Parameters<WebDriverSession["send"]>) =>
    windows.send(handle, ...command);
  const act = (type: "key" | "pointer", actions: unknown[]) =>
    send("POST", "/actions", { actions: [{ type, id: type, actions }] });
  return {
    errors: undefined,
    goTo: async (url) => void await send("POST", "/url", { url }),
    evaluate: async (expression) =>
      await send("POST", "/execute/async", {
        script: `const done = arguments[0]; (${expression}).then(done);`,
        args: [],
      }) as string,
    async clickAt(x, y) {
      await act("pointer", [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]);
    },
    press: async (key, modifier) => void await act("key", pressed(KEYS[key] ?? key, modifier)),
    type: async (text) => void await act("key", [...text].flatMap((value) => pressed(value))),
    async takePicture() {
      return Uint8Array.fromBase64(await send("GET", "/screenshot") as string);
    },
    openBeside: () => openWindow(windows, size),
    [Symbol.asyncDispose]: () => windows.close(handle),
  };
}

function pressed(value: string, modifier?: Modifier): unknown[] {
  const key = [{ type: "keyDown", value }, { type: "keyUp", value }];
  if (modifier === undefined) return key;
  const held = KEYS[modifier];
  return [{ type: "keyDown", value: held }, ...key, { type: "keyUp", value: held }];
}
