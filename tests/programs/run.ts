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
import { serverChecks } from "./server_checks.ts";
import { servedChecks } from "./served_checks.ts";
import { serverPackages } from "./strict_servers.ts";
import { variationChecks } from "./variation_checks.ts";

type Result = "passed" | "failed" | "ignored";

async function main(wanted: string[]): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    const [examples, places] = await Promise.all([
      readExamples(),
      preparePlaces(folder, serverPackages),
    ]);
    forgetSettings();
    const checks = [exampleChecks, servedChecks, variationChecks].flatMap((make) =>
      make(examples, places)
    );
    const groups = {
      examples: checks,
      proxies: proxyChecks(places),
      servers: serverChecks(places),
    };
    let isGood = true;
    for (const [group, checks] of Object.entries(groups)) {
      isGood = await runAll(group, checks, wanted) && isGood;
    }
    return isGood;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What this machine needs for downloads is not for the programs. */
function forgetSettings(): void {
  const names = Object.keys(Deno.env.toObject());
  for (const name of names.filter((name) => /proxy$|^NODE_/i.test(name))) Deno.env.delete(name);
}

/** Runs as many at once as there are cores. */
async function runAll(group: string, checks: Check[], wanted: string[]): Promise<boolean> {
  const counts: Record<Result, number> = { passed: 0, failed: 0, ignored: 0 };
  const rest = checks.filter(({ name }) =>
    wanted.length === 0 || wanted.some((words) => name.includes(words))
  ).values();
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, async () => {
    for (const check of rest) counts[await resultOf(check)]++;
  }));
  const { passed, failed, ignored } = counts;
  const verdict = failed === 0 ? "ok" : "FAILED";
  await print(`${verdict} | ${passed} passed | ${failed} failed | ${ignored} ignored (${group})\n`);
  return failed === 0;
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

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

if (!await main(Deno.args)) Deno.exit(1);
