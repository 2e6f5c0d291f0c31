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
    if (await this.#isUp()) {
      throw new Error("Stop the server at this address, the run starts one by your command");
    }
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
    await this.#end("SIGKILL");
  }

  /** Lets the server end. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async #end(signal: Deno.Signal): Promise<void> {
    try {
      this.#child?.kill(signal);
    } catch (error) {
      // It has ended by itself.
      if (!(error instanceof TypeError)) throw error;
    }
    await this.#child?.status;
    this.#child = undefined;
  }
}
