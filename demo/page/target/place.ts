// Copyright 2026 the Rivulet authors. MIT license.

import type { Place, Probes } from "../../engines/doctor.ts";
import type { System } from "../../engines/origin_fixes.ts";

/** This page, this browser and this machine. */
export function thisPlace(): Place {
  const { userAgent } = navigator;
  return {
    origin: location.origin,
    browser: browserOf(userAgent),
    system: systemOf(userAgent),
  };
}

function browserOf(userAgent: string): Place["browser"] {
  if (/Firefox\//.test(userAgent)) return "firefox";
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? "safari" : "chromium";
}

function systemOf(userAgent: string): System {
  if (/Mac OS|iPhone|iPad/.test(userAgent)) return "macos";
  return /Windows/.test(userAgent) ? "windows" : "linux";
}

/** Looks at a server's address without wanting to read anything. */
export function probesOf(baseUrl: string): Probes {
  return {
    async isListening() {
      try {
        await fetch(baseUrl, { mode: "no-cors", cache: "no-store" });
        return true;
      } catch {
        return false;
      }
    },
    permission: localPermission,
  };
}

/** Chrome has changed the name of the permission; a browser that has neither has no such rule. */
async function localPermission(): Promise<PermissionState | undefined> {
  for (const name of ["loopback-network", "local-network-access"]) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // This browser knows the other name, or none.
    }
  }
  return undefined;
}
