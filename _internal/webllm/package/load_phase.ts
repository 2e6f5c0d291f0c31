// Copyright 2026 the Rivulet authors. MIT license.

import type { LoadReport } from "./engine_module.ts";

/** What a load is busy with, and so how it can be cancelled. */
export type LoadPhase = "preparing" | "downloading" | "uploading" | "compiling";

/** How far a load is, for the caller. */
export interface LoadProgress {
  readonly progress: number;
  readonly text: string;
}

// The engine counts each phase from 0 to 1; these are the parts of the whole that they take.
const WITH_DOWNLOAD = { downloading: [0, 0.8], uploading: [0.8, 0.95], compiling: [0.95, 1] };
const WITHOUT_DOWNLOAD = { downloading: [0, 0], uploading: [0, 0.8], compiling: [0.8, 1] };

/** Before the first report: the program, the configuration and the tokenizer are on their way. */
export const PREPARING: LoadProgress = { progress: 0, text: "Preparing" };

/** Once the model is loaded. */
export const READY: LoadProgress = { progress: 1, text: "Ready" };

/** Whether a report only says that the load is over, which the end of the call says as well. */
export function isLast({ text }: LoadReport): boolean {
  return text.startsWith("Finish loading");
}

/** The phase of a report, known by its text alone. */
export function phaseOf({ text }: LoadReport): LoadPhase {
  if (/^(Start to fetch|Fetching) param/.test(text)) return "downloading";
  if (text.startsWith("Loading GPU shader")) return "compiling";
  // Of a text that nobody knows: the phase in which the engine must be left to finish.
  return "uploading";
}

/** What a report says of the whole load. */
export function progressOf(report: LoadReport, { cached }: { cached: boolean }): LoadProgress {
  const phase = phaseOf(report) as keyof typeof WITH_DOWNLOAD;
  const [start, end] = (cached ? WITHOUT_DOWNLOAD : WITH_DOWNLOAD)[phase] as [number, number];
  // An empty list of files makes the engine divide by zero.
  const part = Number.isFinite(report.progress) ? report.progress : 0;
  return {
    progress: start + (end - start) * part,
    text: phaseText(phase, { report, part, cached }),
  };
}

function phaseText(
  phase: LoadPhase,
  { report, part, cached }: { report: LoadReport; part: number; cached: boolean },
): string {
  const percent = `${Math.floor(part * 100)} %`;
  if (phase === "compiling") return `Warming up: ${percent}`;
  if (phase === "uploading" || cached) return `Loading into graphics memory: ${percent}`;
  const megabytes = /(\d{1,9})MB fetched/.exec(report.text)?.[1] ?? "0";
  return `Downloading: ${megabytes} MB, ${percent}`;
}
