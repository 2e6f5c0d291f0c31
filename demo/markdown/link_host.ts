// Copyright 2026 the Rivulet authors. MIT license.

/** The pages of a repository and what is below them. */
const REPOSITORY = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?(?:\/.*)?$/;

/**
 * The host to show behind a link: its text is written by a model that has read texts of strangers, and
 * may name another place. Undefined where nobody can be misled: the link leads to the repository that
 * its text names, or its text is the address itself.
 */
export function hostToShow(address: string, text: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { host, hostname, pathname, href, username, password } = new URL(address);
  const words = text.trim().toLowerCase();
  // What stands before an @ looks like the host.
  if (username + password !== "") return host;
  const isAddress = words === address.toLowerCase() || words === href.toLowerCase() ||
    words === host || `https://${words}` === href.toLowerCase().replace(/\/$/, "");
  // In letters of another script the text is the address, and does not name the host.
  const isItself = isAddress && words.includes(host);
  if (isItself) return undefined;
  const repository = hostname === "github.com" ? REPOSITORY.exec(pathname)?.[1] : undefined;
  if (repository === undefined) return host;
  const name = repository.toLowerCase();
  const isNamed = words === name || words === name.slice(name.indexOf("/") + 1) ||
    words === `github.com/${name}`;
  return isNamed ? undefined : host;
}
