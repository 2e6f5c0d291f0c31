// Copyright 2026 the Rivulet authors. MIT license.

import { until } from "./until.ts";

/** A server that the run starts by a command of the person, and may therefore kill. */
export class ServerProcess {
  readonly #command: string;
  readonly #isUp: () => Promise<boolean>;
  #child: Deno.ChildProcess | undefined;

  constructor(command: string, isUp: () => Promise<boolean>) {
    this.#command = command;
    this.#isUp = isUp;
  }

  /** Starts the server and waits until it answers. */
  async start(): Promise<void> {
    // With exec the shell becomes the server, and the signal reaches it.
    this.#child = new Deno.Command("sh", {
      args: ["-c", `exec ${this.#command}`],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    await until(this.#isUp, "the server to answer");
  }

  /** Kills the server as a power cut would. */
  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#child?.status;
    this.#child = undefined;
  }

  /** Lets the server end. */
  async stop(): Promise<void> {
    this.#child?.kill("SIGTERM");
    await this.#child?.status;
    this.#child = undefined;
  }
}
