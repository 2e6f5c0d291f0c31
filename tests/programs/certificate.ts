// Copyright 2026 the Rivulet authors. MIT license.

// The certificate of servers over TLS, good until 2126 for localhost, 127.0.0.1 and ::1. The key of
// the authority that made it is nowhere any more: it can make no other.

const folder = new URL("./certificate/", import.meta.url);

/** What a server of this computer shows. */
export const certificate: { readonly cert: string; readonly key: string } = {
  cert: Deno.readTextFileSync(new URL("localhost.pem", folder)),
  key: Deno.readTextFileSync(new URL("localhost.key", folder)),
};

const authority = new URL("authority.pem", folder).pathname;

/** The variable that makes a program believe it, by the runtime. */
export const trust: Readonly<Record<"Deno" | "Node" | "Bun", Record<string, string>>> = {
  Deno: { DENO_CERT: authority },
  Node: { NODE_EXTRA_CA_CERTS: authority },
  Bun: { NODE_EXTRA_CA_CERTS: authority },
};
