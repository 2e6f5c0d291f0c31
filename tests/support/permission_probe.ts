// Copyright 2026 the Rivulet authors. MIT license.

// Preloaded into a server: tells with each answer what the program may still do.

const serve = Deno.serve;

type Handler = (request: Request) => Response;

Object.assign(Deno, {
  serve: (options: Deno.ServeTcpOptions, handler: Handler) =>
    serve(options, (request) => {
      const response = handler(request);
      const states = (["read", "write", "run", "env", "ffi"] as const)
        .filter((name) => Deno.permissions.querySync({ name }).state === "granted");
      response.headers.set("x-granted", states.join(" "));
      return response;
    }),
});
