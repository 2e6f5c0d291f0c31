// Copyright 2026 the Rivulet authors. MIT license.

/** What opens an address on each system. */
const COMMANDS: Partial<Record<typeof Deno.build.os, string>> = {
  darwin: "open",
  windows: "explorer",
};

/** Opens an address in the browser of the person. Returns whether something took it. */
export async function openInBrowser(url: string): Promise<boolean> {
  const command = COMMANDS[Deno.build.os] ?? "xdg-open";
  try {
    const { success } = await new Deno.Command(command, {
      args: [url],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    // The one of Windows ends with 1 also where it has opened something.
    return success || Deno.build.os === "windows";
  } catch {
    return false; // There is none, or it may not be run.
  }
}
