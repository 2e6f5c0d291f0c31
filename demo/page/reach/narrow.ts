// Copyright 2026 the Rivulet authors. MIT license.

// Where this very load of the page may connect. A policy can be added to a page that runs, and never
// taken away: the page comes with the widest that anybody may need, and narrows it at once to what
// this person has entered. Whoever enters another host has the page loaded again.

/** Hosts that the page itself names: this device, stars, READMEs, models, and remote services. */
export const NAMED: readonly string[] = [
  "'self'",
  "http://localhost:*",
  "http://127.0.0.1:*",
  "https://api.github.com",
  "https://raw.githubusercontent.com",
  "https://huggingface.co",
  "https://*.huggingface.co",
  "https://*.hf.co",
  // The services that the page offers: their addresses are not loaded at the first visit.
  "https://api.openai.com",
  "https://openrouter.ai",
  "https://api.groq.com",
  "https://api.mistral.ai",
  "https://generativelanguage.googleapis.com",
];

let narrowedTo: readonly string[] | undefined;

/** Leaves the named hosts and these sources of a policy. To be called before the first request. */
export function narrowReach(entered: readonly string[]): void {
  narrowedTo = [...NAMED, ...entered];
  const content = `connect-src ${narrowedTo.join(" ")}`;
  const meta = { httpEquiv: "Content-Security-Policy", content };
  document.head.append(Object.assign(document.createElement("meta"), meta));
}

/** What this load was narrowed to; undefined where it was not. */
export function allowedSources(): readonly string[] | undefined {
  return narrowedTo;
}
