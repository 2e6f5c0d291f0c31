// Copyright 2026 the Rivulet authors. MIT license.

import type { Explanation } from "./explain.ts";
import type { KnownServer } from "./local_server.ts";
import { type OriginFix, originFixes, type System } from "./origin_fixes.ts";

/** Where the page that asks comes from, and what shows it. */
export interface Place {
  /** Such as `https://you.github.io`. */
  readonly origin: string;
  readonly isSafari: boolean;
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
  { server, baseUrl, place }: { server: KnownServer; baseUrl: string; place: Place },
  probes: Probes,
): Promise<Diagnosis> {
  if (await probes.isListening()) return refusesPage(server, place);
  const { protocol, hostname } = new URL(place.origin);
  const permission = await probes.permission();
  // A page of this device needs no permission and still reads "prompt"; "denied" is a refusal
  // anywhere.
  const isRefused = isThisDevice(hostname)
    ? permission === "denied"
    : permission !== undefined && permission !== "granted";
  if (isRefused) return blockedByBrowser();
  if (protocol === "https:" && place.isSafari && /^http:/i.test(baseUrl)) return mixedContent();
  return {
    message: `Nothing answers at ${baseUrl}.`,
    state: "not running",
    fix: `Start ${server.name}, or run this:`,
    ways: [{ label: "Start it", command: server.startCommand }],
  };
}

function refusesPage(server: KnownServer, { origin, system }: Place): Diagnosis {
  const state = "blocked by CORS";
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

function blockedByBrowser(): Diagnosis {
  return {
    message: "Your browser blocks this page from reaching apps on this device.",
    state: "blocked by the browser",
    fix: "Site settings, Apps on device (older Chrome: Local network access), Allow. " +
      "Or run the page on this device:",
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

/** Whether a host name means the machine itself. */
export function isThisDevice(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") ||
    /^127(\.\d+){3}$/.test(hostname) || hostname === "[::1]";
}
