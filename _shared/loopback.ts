// Copyright 2026 the Rivulet authors. MIT license.

/** This computer as IPv4 spells it: 127.0.0.0/8, and 0.0.0.0, which platforms connect to as well. */
const IPV4 = /^(?:127(?:\.\d+){3}|0\.0\.0\.0)$/;

/** The same in IPv6, of its own or of IPv4 within. */
const IPV6 = /^\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]{1,4}|ffff:0:0)?\]$/;

/**
 * Whether a host, as a URL spells it, is this computer: what is sent there never leaves it. RFC 6761,
 * section 6.3, gives it `localhost` and all names under it; a dot at the end changes no name.
 */
export function isLoopback(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname) || IPV4.test(hostname) || IPV6.test(hostname);
}
