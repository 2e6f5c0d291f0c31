// Copyright 2026 the Rivulet authors. MIT license.

// What the page and its workers may load, start and reach.

/** The one policy of Trusted Types, in demo/page/platform/trusted_urls.ts: no text becomes a script. */
const TRUSTED_TYPES = ["trusted-types ask-your-stars", "require-trusted-types-for 'script'"];

const SCRIPTS = "script-src 'self' 'wasm-unsafe-eval'";

/** Where requests do not leave this machine. */
const THIS_MACHINE = "http://localhost:* http://127.0.0.1:*";

/**
 * For the document, in its own text and as a header. Where it may connect to is the widest that it
 * can ever be, for any remote provider, any GitHub server and any server of the local network that a
 * person may enter: a policy can only be narrowed later, as the page does at once (demo/page/reach).
 */
export const CONTENT_SECURITY_POLICY: string = [
  "default-src 'none'",
  SCRIPTS,
  "style-src 'self'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "manifest-src 'self'",
  // A policy cannot name the addresses of a local network, where people have servers of their own.
  "connect-src 'self' https: http:",
  "base-uri 'none'",
  "form-action 'none'",
  ...TRUSTED_TYPES,
].join("; ");

/** Where the models of the engine come from, and where their host sends to. */
const MODEL_HOSTS = [
  "https://huggingface.co",
  "https://*.huggingface.co",
  "https://*.hf.co",
  "https://raw.githubusercontent.com",
];

/**
 * For each worker, by the file that it starts with. A worker has the policy of that file's answer
 * and none of the page's.
 */
export const WORKER_POLICIES: ReadonlyMap<string, string> = new Map([
  ["engine_worker.js", workerPolicy(`'self' ${THIS_MACHINE} ${MODEL_HOSTS.join(" ")}`)],
  // It computes with what it is given.
  ["search_worker.js", workerPolicy("'none'")],
  ["service_worker.js", workerPolicy("'self'")],
]);

function workerPolicy(hosts: string): string {
  return ["default-src 'none'", SCRIPTS, `connect-src ${hosts}`, ...TRUSTED_TYPES].join("; ");
}
