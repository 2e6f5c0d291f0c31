// Copyright 2026 the Rivulet authors. MIT license.

/** Whether a host, as a URL spells it, is this computer: what is sent there never leaves it. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" ||
    /^127(?:\.\d+){3}$/.test(hostname) || /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(hostname);
}
