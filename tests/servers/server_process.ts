// Copyright 2026 the Rivulet authors. MIT license.

import { until } from "./until.ts";

/** How much of a server's last words is kept. */
const WORDS_LENGTH = 500;
const WORDS_MS = 50;

/** A server that the run starts by a command of the person, and may therefore kill. */
export class ServerProcess implements AsyncDisposable {
  readonly #command: string;
  readonly #isUp: () => Promise<boolean>;
  #child: Deno.ChildProcess | undefined;
  #lastWords = "";

  constructor(command: string, isUp: () => Promise<boolean>) {
    this.#command = command;
    this.#isUp = isUp;
  }

  /** Starts the server and waits until it answers. Throws where its command ends before. */
  async start(): Promise<void> {
    if (await this.#isUp()) {
      throw new Error("Stop the server at this address, the run starts one by your command");
    }
    // With exec the shell becomes the server, and the signal reaches it.
    const child = new Deno.Command("sh", {
      args: ["-c", `exec ${this.#command}`],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    this.#child = child;
    void this.#listen(child.stderr);
    let code: number | undefined;
    void child.status.then(async (status) => {
      // Its last words may come after its end.
      await new Promise((resolve) => setTimeout(resolve, WORDS_MS));
      code = status.code;
    });
    const isUp = async () => {
      if (await this.#isUp()) return true;
      if (code === undefined) return false;
      throw new Error(`The command ended with code ${code}: ${this.#lastWords.trim()}`);
    };
    await until(isUp, "the server to answer");
  }

  /** Kills the server as a power cut would. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Lets the server end. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** A server whose words nobody takes would stop at a full pipe. */
  async #listen(words: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    this.#lastWords = "";
    for await (const text of words.pipeThrough(new TextDecoderStream())) {
      this.#lastWords = (this.#lastWords + text).slice(-WORDS_LENGTH);
    }
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
