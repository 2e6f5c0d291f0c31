// Copyright 2026 the Rivulet authors. MIT license.

/** What the server answers to any question but those below. */
export const ANSWER = ["Hello", " 🌍", "!\n"];

/** The question whose answer never ends after its first token. */
export const ENDLESS = "endless";

/** The question whose answer goes on with the same token, over and over. */
export const TALKING = "talking";

/** The question that is answered by the number of messages that came with it. */
export const REMEMBERED = "how many";

/** The question that is answered by an error. */
export const FAILING = "failing";

/** How long the model takes for a token of an answer that goes on. */
const TOKEN_MS = 50;

/** How many numbers a vector has: as many as those of `all-minilm`. */
const DIMENSIONS = 384;

/** An Ollama that knows when its client has left. */
export class ModelServer {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #left = Promise.withResolvers<void>();

  constructor() {
    const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
    this.#server = Deno.serve(options, async (request) => {
      const answer = await this.#answer(request);
      answer.headers.set("access-control-allow-origin", "*");
      answer.headers.set("access-control-allow-headers", "*");
      return answer;
    });
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Resolves when the client of the next endless answer closes its connection. */
  nextLeft(): Promise<void> {
    this.#left = Promise.withResolvers();
    return this.#left.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  async #answer(request: Request): Promise<Response> {
    if (request.method === "OPTIONS") return new Response();
    const body = await request.json();
    const { pathname } = new URL(request.url);
    if (pathname === "/api/pull") return pulling(body.model);
    if (pathname === "/api/embed") {
      return Response.json({ embeddings: body.input.map(vectorOf) });
    }
    if (pathname === "/v1/embeddings") {
      const data = body.input.map((text: string, index: number) => {
        return { index, embedding: vectorOf(text) };
      });
      return Response.json({ data });
    }
    const question: string = body.messages.at(-1).content;
    if (pathname === "/v1/chat/completions") return new Response(completionOf(question));
    if (body.format !== undefined) return new Response(ReadableStream.from([objectIn(question)]));
    if (body.tools !== undefined) {
      return new Response(ReadableStream.from([calling(body.messages)]));
    }
    if (question.startsWith(REMEMBERED)) {
      return new Response(ReadableStream.from([said(String(body.messages.length))]));
    }
    if (question.includes(FAILING)) return Response.json({ error: "no memory" }, { status: 500 });
    if (question.includes(ENDLESS)) return new Response(this.#endless());
    return new Response(question.includes(TALKING) ? this.#talking() : whole());
  }

  #endless(): ReadableStream<Uint8Array> {
    const left = this.#left;
    return new ReadableStream({
      start: (controller) => controller.enqueue(lineOf({ message: { content: ANSWER[0] } })),
      cancel: () => left.resolve(),
    });
  }

  #talking(): ReadableStream<Uint8Array> {
    const left = this.#left;
    let timer: ReturnType<typeof setInterval>;
    return new ReadableStream({
      start(controller) {
        const say = () => controller.enqueue(lineOf({ message: { content: ANSWER[0] } }));
        say();
        timer = setInterval(say, TOKEN_MS);
      },
      cancel() {
        clearInterval(timer);
        left.resolve();
      },
    });
  }
}

/** A chat completion that says the question. */
function completionOf(content: string): string {
  const chunk = { choices: [{ index: 0, delta: { content } }] };
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}

/** An answer of one line. */
function said(content: string): Uint8Array<ArrayBuffer> {
  return lineOf({ message: { content }, done: true });
}

/** The object that a schema asks for: the first word of the question is the city. */
function objectIn(question: string): Uint8Array<ArrayBuffer> {
  const [city] = question.split(" ");
  return said(city === "Nowhere" ? "No such city" : JSON.stringify({ city, population: 7 }));
}

/** Asks for the weather first, and says then what it was told. */
function calling(messages: { content: string }[]): Uint8Array<ArrayBuffer> {
  const told = messages.at(-1)!.content.trim();
  if (told.startsWith("weather: ")) return said(`It is ${told.slice("weather: ".length)}.`);
  const call = { function: { name: "weather", arguments: { city: "Oslo" } } };
  return lineOf({ message: { content: "", tool_calls: [call] }, done: true });
}

/** The steps of a download, as Ollama tells them; its failures, in a line and as a status. */
function pulling(model: string): Response {
  if (model === "") return Response.json({ error: "invalid model name" }, { status: 400 });
  const steps: object[] = [{ status: "pulling manifest" }];
  if (model === "unknown") steps.push({ error: "file does not exist" });
  else steps.push({ status: "pulling 🌍", total: 2, completed: 1 }, { status: "success" });
  return new Response(ReadableStream.from(steps.map(lineOf)));
}

function whole(): ReadableStream<Uint8Array> {
  const lines = ANSWER.map((content) => lineOf({ message: { content } }));
  return ReadableStream.from([...lines, lineOf({ done: true })]);
}

function lineOf(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(value)}\n`);
}

/** One direction for each first letter, so that texts that begin alike are near. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  vector[text.charCodeAt(0) % DIMENSIONS] = 1;
  return vector;
}
