// Copyright 2026 the Rivulet authors. MIT license.

/** The scripts that run beside the page. */
type OwnScript = "search_worker.js" | "engine_worker.js" | "service_worker.js";

const NAMES: readonly string[] = [
  "search_worker.js",
  "engine_worker.js",
  "service_worker.js",
] satisfies readonly OwnScript[];

interface ScriptPolicy {
  createScriptURL(name: string): unknown;
}

/** A browser that asks for trusted types starts no other script than these. */
const policy: ScriptPolicy | undefined = (globalThis as unknown as {
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(name: string): string }): ScriptPolicy;
  };
}).trustedTypes?.createPolicy("ask-stars", { createScriptURL: addressOf });

/** The address of a script of this page, in the form in which this browser takes it. */
export function ownScript(name: OwnScript): string {
  return (policy?.createScriptURL(name) ?? addressOf(name)) as string;
}

function addressOf(name: string): string {
  if (!NAMES.includes(name)) throw new TypeError(`Start a script of this page, not "${name}"`);
  return new URL(name, document.baseURI).href;
}
