// Copyright 2026 the Rivulet authors. MIT license.

/**
 * One contender in a process of its own: takes tasks as lines of JSON, performs them and reports
 * what they took.
 *
 * @module
 */

import process from "node:process";
import { createInterface } from "node:readline";
import type { Contender } from "./contender.ts";
import { peakBytes, resetPeak } from "./peak.ts";
import { prepare, type Work } from "./perform.ts";
import { median } from "./statistics.ts";
import type { Order, Report, Usage } from "./task.ts";

const [file, name = "contender"] = Deno.args[0]!.split("#");
const contender: Contender = (await import(`./contenders/${file}.ts`))[name];

for await (const line of createInterface({ input: process.stdin })) {
  const report = await perform(JSON.parse(line))
    .catch((error): Report => ({ error: error instanceof Error ? error.message : String(error) }));
  await Deno.stdout.write(new TextEncoder().encode(`${JSON.stringify(report)}\n`));
}
// A peer may hold a timer or a connection.
Deno.exit();

async function perform(order: Order): Promise<Report> {
  return { usage: await measure(prepare(contender, order)) };
}

async function measure(work: Work): Promise<Usage> {
  resetPeak();
  const { rss } = Deno.memoryUsage();
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { firstTokens = [], connections = 0 } = await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const peak = peakBytes();
  return {
    cpuMicros: user + system,
    wallMicros: wall * 1000,
    peakBytes: peak,
    growthBytes: peak - rss,
    firstTokenMicros: median(firstTokens),
    connections,
  };
}
