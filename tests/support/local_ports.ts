// Copyright 2026 the Rivulet authors. MIT license.

// Without a provider the program looks for servers at their own ports, so that a test has to take
// these. Where one is taken already, such tests are passed by.

const OLLAMA = 11434;
const LM_STUDIO = 1234;

/** Whether both ports are free on this machine. */
export const portsAreFree: boolean = [OLLAMA, LM_STUDIO].every(isFree);

/** A handler for each port; "silent" takes connections and says nothing. */
export interface LocalPorts {
  ollama?: "silent" | ((path: string) => unknown);
  lmStudio?: "silent" | ((path: string) => unknown);
}

/** Starts servers at these ports. Answers are JSON, unless they are responses; undefined is a 404. */
export function takePorts({ ollama, lmStudio }: LocalPorts): AsyncDisposable {
  const servers = [
    ollama && start(OLLAMA, ollama),
    lmStudio && start(LM_STUDIO, lmStudio),
  ].filter((server) => server !== undefined);
  return {
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server[Symbol.asyncDispose]();
    },
  };
}

function start(port: number, handle: "silent" | ((path: string) => unknown)): AsyncDisposable {
  if (handle === "silent") return startSilent(port);
  const server = Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, (request) => {
    const answer = handle(new URL(request.url).pathname);
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response("{}", { status: 404 }) : Response.json(answer);
  });
  return { [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Takes connections and says nothing. */
export function startSilent(port = 0): AsyncDisposable & { readonly base: string } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port });
  const connections: Deno.Conn[] = [];
  const accepting = (async () => {
    for await (const connection of listener) connections.push(connection);
  })();
  return {
    base: `http://127.0.0.1:${listener.addr.port}`,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      for (const connection of connections) connection.close();
    },
  };
}

function isFree(port: number): boolean {
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return true;
  } catch {
    return false;
  }
}
