// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Starts programs as people start them: `deno task test:programs`, with words of their names to run
 * only some. docs/platforms.md tells what they are.
 *
 * @module
 */

import type { Check } from "./check.ts";
import { readExamples } from "./example.ts";
import { exampleChecks } from "./example_checks.ts";
import { preparePlaces } from "./place.ts";
import { proxyChecks } from "./proxy_checks.ts";
import { rejectionChecks } from "./rejection_checks.ts";
import { serverChecks } from "./server_checks.ts";
import { servedChecks } from "./served_checks.ts";
import { serverPackages } from "./strict_servers.ts";
import { variationChecks } from "./variation_checks.ts";

/** Checks that are counted together. */
interface Group {
  readonly name: string;
  readonly checks: readonly Check[];
  readonly counts: Record<Result, number>;
}

type Result = "passed" | "failed" | "ignored";

async function main(wanted: string[]): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    const groups = await makeGroups(folder, wanted);
    await runAll(groups);
    for (const group of groups) await print(closingLine(group));
    return groups.every(({ counts }) => counts.failed === 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The servers come first: one of them has to be built, while everything else goes on. */
async function makeGroups(folder: string, wanted: string[]): Promise<Group[]> {
  const [examples, places] = await Promise.all([
    readExamples(),
    preparePlaces(folder, serverPackages),
  ]);
  forgetSettings();
  const checks = {
    servers: serverChecks(places),
    examples: [exampleChecks, servedChecks, variationChecks].flatMap((make) =>
      make(examples, places)
    ),
    proxies: proxyChecks(places),
    rejections: rejectionChecks(places),
  };
  return Object.entries(checks).map(([name, all]) => ({
    name,
    checks: all.filter(({ name }) => isWanted(name, wanted)),
    counts: { passed: 0, failed: 0, ignored: 0 },
  }));
}

/** What this machine needs for downloads is not for the programs. */
function forgetSettings(): void {
  const names = Object.keys(Deno.env.toObject());
  for (const name of names.filter((name) => /proxy$|^NODE_/i.test(name))) Deno.env.delete(name);
}

function isWanted(name: string, wanted: string[]): boolean {
  return wanted.length === 0 || wanted.some((words) => name.includes(words));
}

/** Runs as many at once as there are cores. */
async function runAll(groups: readonly Group[]): Promise<void> {
  const rest = groups.flatMap(({ checks, counts }) => checks.map((check) => ({ check, counts })))
    .values();
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, async () => {
    for (const { check, counts } of rest) counts[await resultOf(check)]++;
  }));
}

async function resultOf({ name, run }: Check): Promise<Result> {
  try {
    const reason = await run();
    if (reason === undefined) return "passed";
    await print(`${name} ... ignored, ${reason}\n`);
    return "ignored";
  } catch (error) {
    const words = error instanceof Error ? error.message : Deno.inspect(error);
    await print(`${name} ... FAILED\n${words}\n`);
    return "failed";
  }
}

/** As `deno test` has it, so that whoever adds up results needs to know one form only. */
function closingLine({ name, counts: { passed, failed, ignored } }: Group): string {
  const verdict = failed === 0 ? "ok" : "FAILED";
  return `${verdict} | ${passed} passed | ${failed} failed | ${ignored} ignored (${name})\n`;
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

if (!await main(Deno.args)) Deno.exit(1);
