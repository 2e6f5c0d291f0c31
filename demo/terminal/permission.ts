// Copyright 2026 the Rivulet authors. MIT license.

/** What a run was not allowed to do, and the flag that allows it; undefined for other errors. */
export function permissionWish(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const [, kind, target] = /^Requires (\w+) access to "(.+?)"/.exec(cause.message) ?? [];
    if (kind !== undefined) return wishFor(kind, target!);
  }
  return undefined;
}

/** The same where such a permission is missing and nothing has asked for it yet. */
export async function netWish(baseUrl: string): Promise<string | undefined> {
  const { host } = new URL(baseUrl);
  const { state } = await Deno.permissions.query({ name: "net", host });
  return state === "granted" ? undefined : wishFor("net", host);
}

function wishFor(kind: string, target: string): string {
  const verb = kind === "net" ? "reach" : kind === "write" ? "write to" : "read";
  return `This run may not ${verb} ${target}. Add --allow-${kind}=${target} to its deno command.`;
}
