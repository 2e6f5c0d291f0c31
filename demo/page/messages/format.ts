// Copyright 2026 the Rivulet authors. MIT license.

// How numbers are written: one place, so that the same number never reads in two ways.

/** 1842 is "1,842". */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** "1 match", "8 matches". */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A size as people read it: 820 bytes, 12 KB, 278 MB, 0.7 GB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return formatPlural(bytes, "byte");
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} KB`;
  if (bytes < 1e7) return `${(bytes / 1e6).toFixed(1)} MB`;
  if (bytes < 6e8) return `${Math.round(bytes / 1e6)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** A time to wait, no more exact than anybody can know it. */
export function formatWait(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return "a few seconds";
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${Math.round(seconds / 3600)} h`;
}

/** 0.9 s. */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** 12 s, 2 min 5 s: a clock that a person watches. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** 14:32. */
export function formatClock(date: Date): string {
  return date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
}

/** Nov 28, 2026, 2:32 PM. */
export function formatMoment(time: string | number): string {
  return new Date(time).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

/** Saturday, Nov 28, 2026. */
export function formatDay(time: number): string {
  return new Date(time).toLocaleDateString("en", {
    weekday: "long",
    year: "numeric",
    month: "short",
    day: "numeric",
  });
}

/** 2:32 PM. */
export function formatTime(time: number): string {
  return new Date(time).toLocaleTimeString("en", { timeStyle: "short" });
}

/** "today", "yesterday", "12 days ago". */
export function formatAge(time: string): string {
  const days = Math.floor((Date.now() - Date.parse(time)) / 86_400_000);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-days, "day");
}
