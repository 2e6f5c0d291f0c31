// Copyright 2026 the Rivulet authors. MIT license.

// What the page talks to, on loopback ports: GitHub, and engines that do and do not accept pages.

import { answerChunks } from "./ask.ts";

export interface StubServer extends AsyncDisposable {
  readonly base: string;
  readonly port: number;
  /** `GET /path` of each request. */
  readonly requests: string[];
  readonly bodies: string[];
}

type Handler = (request: Request, body: string) => Response | Promise<Response>;

/** A server that says with each answer whether it accepts pages of other origins. */
export function startStub(
  handler: Handler,
  { cors = () => true, port = 0 }: { cors?: () => boolean; port?: number } = {},
): StubServer {
  const requests: string[] = [];
  const bodies: string[] = [];
  const controller = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port, onListen: () => {}, signal: controller.signal },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      if (request.method === "OPTIONS") return withCors(new Response(null), cors());
      requests.push(`${request.method} ${pathname}${search}`);
      bodies.push(body);
      return withCors(await handler(request, body), cors());
    },
  );
  return {
    base: `http://127.0.0.1:${server.addr.port}`,
    port: server.addr.port,
    requests,
    bodies,
    async [Symbol.asyncDispose]() {
      controller.abort();
      await server.finished;
    },
  };
}

function withCors(response: Response, isAllowed: boolean): Response {
  if (!isAllowed) return response;
  const headers = new Headers(response.headers);
  headers.set("access-control-allow-origin", "*");
  headers.set("access-control-allow-headers", "*");
  headers.set(
    "access-control-expose-headers",
    "Link, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After",
  );
  return new Response(response.body, { status: response.status, headers });
}

/** What an engine answers. */
export interface EngineScript {
  models?: string[];
  /** What a refusal says. */
  refusal?: string;
  /** Who has the models, as the server says; LM Studio without it. */
  owner?: string;
  /** How the list of models is answered. */
  listStatus?: number;
  /** Whether the list of models is held back. */
  holdsList?: boolean;
  tokens?: string[];
  /** Between two tokens. */
  pauseMs?: number;
  /** Whether the answer stays open after its last token. */
  isOpen?: boolean;
  /** Whether the connection breaks after the last token. */
  breaks?: boolean;
  status?: number;
  headers?: Record<string, string>;
}

/** An engine that speaks Ollama's protocol and that of chat completions. Change `script` while it runs. */
export function startEngine(
  script: EngineScript,
  options: { cors?: () => boolean; port?: number } = {},
): StubServer & { script: EngineScript } {
  const stub = startStub((request) => answerAsEngine(request, script), options);
  return Object.assign(stub, { script });
}

function answerAsEngine({ url }: Request, script: EngineScript): Response {
  const { pathname } = new URL(url);
  const { status = 200, headers = {} } = script;
  const { refusal = `stub says ${status}` } = script;
  if (pathname === "/api/tags" || pathname === "/v1/models") return listOf(pathname, script);
  if (status !== 200) {
    return Response.json({ error: { message: refusal } }, { status, headers });
  }
  const id = pathname === "/api/chat" ? "local-a" : "local-b";
  if (pathname !== "/api/chat" && pathname !== "/v1/chat/completions") {
    return new Response("Ollama is running");
  }
  return new Response(streamOf(answerChunks(id, script.tokens ?? ["Hello"]), script));
}

function listOf(
  pathname: string,
  { models = ["llama3.1:8b"], owner = "organization_owner", listStatus = 200, holdsList }:
    EngineScript,
): Response {
  // A body without an end: the headers alone are no list.
  if (holdsList) return new Response(new ReadableStream());
  if (listStatus !== 200) {
    return Response.json({ error: { message: `stub says ${listStatus}` } }, { status: listStatus });
  }
  return pathname === "/api/tags"
    ? Response.json({ models: models.map((name) => ({ name })) })
    : Response.json({ data: models.map((id) => ({ id, "owned_by": owner })) });
}

function streamOf(
  chunks: readonly string[],
  { pauseMs = 0, isOpen = false, breaks = false }: EngineScript,
): ReadableStream<Uint8Array> {
  let next = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancelled = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (pauseMs > 0) await new Promise<void>((resolve) => timer = setTimeout(resolve, pauseMs));
      if (cancelled) return;
      const last = isOpen || breaks ? chunks.length - 1 : chunks.length;
      const chunk = next < last ? chunks[next++] : undefined;
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
      else if (breaks) {
        // What was sent has to arrive before the end.
        await new Promise<void>((resolve) => timer = setTimeout(resolve, 100));
        controller.error(new Error("The server is gone"));
      } else if (!isOpen) controller.close();
      else await new Promise<void>((resolve) => timer = setTimeout(resolve, 20_000));
    },
    cancel() {
      cancelled = true;
      clearTimeout(timer);
    },
  }, { highWaterMark: 0 });
}

/** A GitHub with made-up users. */
export interface GitHubScript {
  /** How many stars each user has. */
  users: Record<string, number>;
  /** How many requests it answers before its limit is used up. */
  limit?: number;
  /** When it answers again, in seconds since 1970. */
  resetAt?: number;
  pauseMs?: number;
  /** Whether a page names the next one alone, and not the last. */
  namesNextOnly?: boolean;
  /** The page in whose place it asks for a pause, once. */
  pausesAt?: number | undefined;
}

export function startGitHub(script: GitHubScript): StubServer & { script: GitHubScript } {
  let answered = 0;
  const stub = startStub(async ({ url }) => {
    if (script.pauseMs) await new Promise((resolve) => setTimeout(resolve, script.pauseMs));
    const { pathname, searchParams } = new URL(url);
    const [, user = ""] = /^\/users\/([^/]+)\/starred$/.exec(pathname) ?? [];
    const count = script.users[user.toLowerCase()];
    if (count === undefined) return Response.json({ message: "Not Found" }, { status: 404 });
    if (++answered > (script.limit ?? Infinity)) {
      return Response.json({ message: "limit" }, {
        status: 403,
        headers: {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(script.resetAt ?? 0),
        },
      });
    }
    const page = Number(searchParams.get("page"));
    if (page === script.pausesAt) {
      script.pausesAt = undefined;
      return Response.json({ message: "You have exceeded a secondary rate limit." }, {
        status: 403,
        headers: { "x-ratelimit-remaining": "40" },
      });
    }
    const last = Math.max(1, Math.ceil(count / 100));
    const stars = [];
    for (let place = (page - 1) * 100; place < Math.min(count, page * 100); place++) {
      stars.push(starAt(place, count));
    }
    const [rel, named] = script.namesNextOnly ? ["next", page + 1] : ["last", last];
    searchParams.set("page", String(named));
    const hasLink = script.namesNextOnly ? page < last : last > 1;
    const link = hasLink ? `<https://github.test${pathname}?${searchParams}>; rel="${rel}"` : "";
    return Response.json(stars, { headers: link === "" ? {} : { link } });
  });
  return Object.assign(stub, { script });
}

const WORDS =
  "search code terminal editor photo backup chart music mail notes server cache queue parser robot map game sound video font"
    .split(" ");

/** A star that looks real; the newest one has the place 0. */
export function starAt(place: number, count: number): unknown {
  const number = count - place;
  const pick = (step: number) => WORDS[(number * step + step) % WORDS.length]!;
  const date = new Date(Date.UTC(2012, 0, 1) + number * 3_600_000).toISOString();
  return {
    "starred_at": date,
    repo: {
      "full_name": `${pick(7)}-labs/${pick(3)}-${pick(11)}-${number}`,
      description: `A ${pick(5)} and ${pick(13)} tool for the ${pick(17)} number ${number}`,
      language: ["Rust", "Go", "TypeScript", "Python", null][number % 5],
      topics: [pick(3), pick(9)],
      license: { "spdx_id": "MIT" },
      "stargazers_count": number * 7,
      archived: number % 11 === 0,
      "pushed_at": date,
    },
  };
}
