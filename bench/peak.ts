// Copyright 2026 the Rivulet authors. MIT license.

import process from "node:process";

/** Forgets the peak so far, where the system can: on Linux. */
export function resetPeak(): void {
  try {
    Deno.writeTextFileSync("/proc/self/clear_refs", "5");
  } catch {
    // Then the peak counts from the start of the process.
  }
}

/** The most memory that this process has held, in bytes. */
export function peakBytes(): number {
  // Not `maxRSS` on Linux: a process inherits that from the one that started it.
  const [, kibibytes] = /^VmHWM:\s*(\d+) kB/m.exec(readStatus()) ?? [];
  return 1024 * Number(kibibytes ?? process.resourceUsage().maxRSS);
}

function readStatus(): string {
  try {
    return Deno.readTextFileSync("/proc/self/status");
  } catch {
    return "";
  }
}
