// Copyright 2026 the Rivulet authors. MIT license.

const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["apos", "'"],
  ["gt", ">"],
  ["lt", "<"],
  ["nbsp", " "],
  ["quot", '"'],
]);

/** What `amp`, `#39` or `#x27` between `&` and `;` stands for; undefined for what is unknown. */
export function readEntity(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  if (hex === undefined && decimal === undefined) return NAMED.get(name);
  const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
  return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
