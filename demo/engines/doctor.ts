// Copyright 2026 the Rivulet authors. MIT license.

import type { Explanation } from "./explain.ts";
import { type LocalServer, subjectOf } from "./local_server.ts";
import { type OriginFix, originFixes, type System } from "./origin_fixes.ts";

/** Where the page that asks comes from, and what shows it. */
export interface Place {
  /** Such as `https://you.github.io`. */
  readonly origin: string;
  readonly browser: "chromium" | "firefox" | "safari";
  readonly system: System;
}

/** How to look closer at a server that does not answer. */
export interface Probes {
  /** Whether anything listens there, whatever it thinks of this page. */
  isListening(): Promise<boolean>;
  /**
   * What the browser says of this page reaching apps on this device; undefined where it has no such
   * rule.
   */
  permission(): Promise<"granted" | "denied" | "prompt" | undefined>;
}

/** One cause, and the ways to mend it, the likeliest first. */
export interface Diagnosis extends Explanation {
  readonly ways?: readonly OriginFix[];
}

/** Finds out why nothing comes back from a local server. */
export async function diagnoseSilence(
  { server, baseUrl, place }: { server: LocalServer; baseUrl: string; place: Place },
  probes: Probes,
): Promise<Diagnosis> {
  if (await probes.isListening()) return refusesPage(server, { baseUrl, place });
  const { protocol, hostname } = new URL(place.origin);
  const permission = await probes.permission();
  // A page of this device needs no permission and still reads "prompt"; "denied" is a refusal
  // anywhere.
  const isRefused = isThisDevice(hostname)
    ? permission === "denied"
    : permission !== undefined && permission !== "granted";
  if (isRefused) return blockedByBrowser(place);
  const isPlain = /^http:/i.test(baseUrl);
  if (protocol === "https:" && isPlain) {
    if (!isThisDevice(new URL(baseUrl).hostname)) return blockedNetwork();
    if (place.browser === "safari") return mixedContent();
  }
  const diagnosis = {
    message: `Nothing answers at ${baseUrl}.`,
    state: "not running",
    ...wayToStart(server),
  };
  // This browser does not tell a page whether it holds it back.
  const mayBeHeldBack = place.browser === "firefox" && permission === undefined &&
    !isThisDevice(hostname);
  return mayBeHeldBack
    ? { ...diagnosis, fix: `Or Firefox blocks this page: ${SETTING.firefox}. ${diagnosis.fix}` }
    : diagnosis;
}

/** A command is known of two servers only. */
function wayToStart({ name, startCommand }: LocalServer): Pick<Diagnosis, "fix" | "ways"> {
  if (startCommand === undefined) return { fix: "Start the server there, or check the address." };
  const ways = [{ label: "Start it", command: startCommand }];
  return { fix: `Start ${name}, or run this:`, ways };
}

/** Where a browser has the switch for pages that call apps on this device. */
const SETTING: Readonly<Record<Place["browser"], string>> = {
  chromium: "Site settings, Apps on device (older Chrome: Local network access), Allow",
  firefox: "Settings, Privacy & Security, Permissions, Device apps and services, Allow",
  safari: "Settings for this website",
};

/** What to do while a browser may be waiting for an answer of its own. */
export function promptWords({ browser, origin }: Place): string {
  const asks = isThisDevice(new URL(origin).hostname)
    ? "If the browser asks about this page and the local network"
    : "If the browser asks whether this page may reach apps on this device";
  const where = browser === "firefox" ? " Firefox asks beside the address." : "";
  return `Still no answer. ${asks}, answer it.${where}`;
}

function refusesPage(
  server: LocalServer,
  { baseUrl, place: { origin, system } }: { baseUrl: string; place: Place },
): Diagnosis {
  const state = "blocked by CORS";
  if (server.startCommand === undefined) {
    const message = `${subjectOf(server, baseUrl)} does not accept this page.`;
    return { message, state, fix: `Allow ${origin} in its settings for CORS, and restart it.` };
  }
  if (server.name === "Ollama") {
    return {
      message: "Ollama is running but does not accept this page.",
      state,
      fix: "Allow this page by its origin, then restart Ollama:",
      ways: originFixes(origin, system),
    };
  }
  return {
    message: `${server.name} is running with CORS off.`,
    state,
    fix: "Developer, Server Settings, Enable CORS. Or run this:",
    ways: [{ label: "Start with CORS", command: `${server.startCommand} --cors` }],
  };
}

function blockedByBrowser({ browser }: Place): Diagnosis {
  return {
    message: "Your browser blocks this page from reaching apps on this device.",
    state: "blocked by the browser",
    fix: `${SETTING[browser]}. Or run the page on this device:`,
    ways: [{ label: "Run the page here", command: "deno task demo" }],
  };
}

function mixedContent(): Diagnosis {
  return {
    message: "Safari may block http://localhost from an https page.",
    fix: "Use Chrome or Firefox, or run the page on this device:",
    ways: [{ label: "Run the page here", command: "deno task demo" }],
  };
}

function blockedNetwork(): Diagnosis {
  return {
    message: "Browsers block http:// addresses of a network from an https page.",
    state: "blocked by the browser",
    fix: "Give the server an https address, or run the page on this device:",
    ways: [{ label: "Run the page here", command: "deno task demo" }],
  };
}

/** Whether a host name means the machine itself. */
export function isThisDevice(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") ||
    /^127(\.\d+){3}$/.test(hostname) || hostname === "[::1]";
}

/** Whether a host name means a machine of the local network, as far as a name tells. */
export function isLocalNetwork(hostname: string): boolean {
  const name = hostname.toLowerCase();
  if (name.startsWith("[")) return /^\[(f[cd]|fe[89ab])/.test(name);
  const isPrivate =
    /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./
      .test(name);
  if (/^\d+(\.\d+){3}$/.test(name)) return isPrivate;
  // A name without a dot is one of the network's own.
  return !name.includes(".") || /\.(local|lan|home|internal|home\.arpa)$/.test(name);
}
