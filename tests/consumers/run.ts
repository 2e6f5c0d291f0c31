// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Builds and runs the consumers: `deno task test:consumers`, with names to run only some.
 *
 * @module
 */

import { type Consumer, consumers } from "./consumers.ts";
import { removeInstalled } from "./programs.ts";
import { ConsumerServer } from "./server.ts";

async function copyInto(folder: string, name: string): Promise<void> {
  const from = new URL(`./${name}/`, import.meta.url);
  for await (const { name: file } of Deno.readDir(from)) {
    await Deno.copyFile(new URL(file, from), `${folder}/${file}`);
  }
}

async function runConsumer(
  name: string,
  consumer: Consumer,
): Promise<"passed" | "failed" | "ignored"> {
  const folder = await Deno.makeTempDir();
  await using server = new ConsumerServer(`${folder}/build`);
  try {
    await copyInto(folder, consumer.folder);
    const output = await consumer.run(folder, server);
    if (output === undefined) return "ignored";
    if (output === consumer.expected) return "passed";
    await print(`${name} said ${JSON.stringify(output)}\n`);
  } catch (error) {
    await print(`${name}: ${Deno.inspect(error)}\n`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return "failed";
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const counts = { passed: 0, failed: 0, ignored: 0 };
const wanted = Object.entries(consumers).filter(([name]) =>
  Deno.args.length === 0 || Deno.args.some((part) => name.includes(part))
);
// As many at once as there are cores, and one more: some wait for a registry.
const waiting = wanted.values();
await Promise.all(Array.from({ length: navigator.hardwareConcurrency + 1 }, async () => {
  for (const [name, consumer] of waiting) counts[await runConsumer(name, consumer)]++;
}));
await removeInstalled();
const verdict = counts.failed === 0 ? "ok" : "FAILED";
await print(
  `${verdict} | ${counts.passed} passed | ${counts.failed} failed | ${counts.ignored} ignored (consumers)\n`,
);
if (counts.failed > 0) Deno.exit(1);
