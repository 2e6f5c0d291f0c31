// Copyright 2026 the Rivulet authors. MIT license.

import type { Host, ServerAnswers, TestServer } from "./host.ts";

/** A test, to be run with what its runtime offers. */
export interface PortableTest {
  readonly name: string;
  run(host: Host): Promise<void>;
}

/** The tests that have been added, each with a name of its own. */
export const portableTests: PortableTest[] = [];

/** Adds a test. */
export function test(name: string, run: PortableTest["run"]): void {
  portableTests.push({ name, run });
}

/** Adds a test with a server; a single answer is for each request. */
export function testServer(
  name: string,
  answers: ServerAnswers | ServerAnswers[number],
  run: (server: TestServer, host: Host) => Promise<void>,
): void {
  test(name, async (host) => {
    const server = await host.startServer([answers].flat());
    try {
      await run(server, host);
    } finally {
      await server.close();
    }
  });
}
