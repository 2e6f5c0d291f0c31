// Copyright 2026 the Rivulet authors. MIT license.

import type { Host, ServerAnswers, TestServer } from "./host.ts";

/** A test, to be run with what its runtime offers. */
export interface PortableTest {
  readonly name: string;
  /** Whether it is about a body alone, which is read alike in a page and in a worker. */
  readonly isWireCase: boolean;
  run(host: Host): Promise<void>;
}

/** The tests that have been added, each with a name of its own. */
export const portableTests: PortableTest[] = [];

/** Adds a test. */
export function test(name: string, run: PortableTest["run"], isWireCase = false): void {
  portableTests.push({ name, isWireCase, run });
}

type ServerTest = (server: TestServer, host: Host) => Promise<void>;
type Answers = ServerAnswers | ServerAnswers[number];

/** Adds a test with a server; a single answer is for each request. */
export function testServer(name: string, answers: Answers, run: ServerTest): void {
  test(name, withServer(answers, run));
}

/** Adds a test of how a body is read. */
export function testWireCase(name: string, answers: Answers, run: ServerTest): void {
  test(name, withServer(answers, run), true);
}

function withServer(answers: Answers, run: ServerTest): PortableTest["run"] {
  return async (host) => {
    const server = await host.startServer([answers].flat());
    try {
      await run(server, host);
    } finally {
      await server.close();
    }
  };
}
