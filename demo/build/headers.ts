// Copyright 2026 the Rivulet authors. MIT license.

// The headers of the page, from one list: as this machine serves it, and for static hosts.

import { CONTENT_SECURITY_POLICY, WORKER_POLICIES } from "./policy.ts";

/** What the page never asks for, and no script in it should be able to. */
const FORBIDDEN = [
  "camera",
  "display-capture",
  "geolocation",
  "microphone",
  "midi",
  "payment",
  "usb",
];

const HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`,
  // For browsers that do not know frame-ancestors.
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": FORBIDDEN.map((feature) => `${feature}=()`).join(", "),
  // The scripts keep their names from one version to the next.
  "Cache-Control": "no-cache",
};

/** The headers of a file of the page; undefined for an answer that is none. */
export function headersOf(name?: string): Headers {
  const headers = new Headers(HEADERS);
  const policy = WORKER_POLICIES.get(name ?? "");
  // Two policies hold both.
  if (policy !== undefined) headers.append("Content-Security-Policy", policy);
  return headers;
}

/**
 * The same as a file that many static hosts read, Netlify and Cloudflare Pages among them: each rule
 * is a path and, indented, its headers; all rules that fit a path hold.
 */
export function headersFile(): string {
  const rules = [
    rule("/*", HEADERS),
    ...[...WORKER_POLICIES].map(([name, policy]) =>
      rule(`/${name}`, { "Content-Security-Policy": policy })
    ),
  ];
  return rules.join("\n");
}

function rule(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${path}\n${lines.join("")}`;
}
