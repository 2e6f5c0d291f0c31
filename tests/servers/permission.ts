// Copyright 2026 the Rivulet authors. MIT license.

// A terminal asks for what the task does not allow; elsewhere the words say which task does.

/** The host and the port of an address, as a permission names them. */
export function hostOf(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/** Throws where the server of an address must not be reached. */
export async function mayReach(baseUrl: string): Promise<void> {
  const host = hostOf(baseUrl);
  const { state } = await Deno.permissions.request({ name: "net", host });
  if (state === "granted") return;
  throw new Error(`Use deno task test:servers:remote, this one may not reach "${host}"`);
}

/** Throws where no command must be run. */
export async function mayStart(): Promise<void> {
  const { state } = await Deno.permissions.request({ name: "run", command: "sh" });
  if (state === "granted") return;
  throw new Error("Use deno task test:servers:start, this one may not run a command");
}
