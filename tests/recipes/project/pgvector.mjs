// Copyright 2026 the Rivulet authors. MIT license.

// PostgreSQL itself, compiled to WebAssembly, behind a socket.

import assert from "node:assert/strict";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

const db = await PGlite.create({ extensions: { vector } });
const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: Number(process.env.PORT) });
await server.start();
process.env.DATABASE_URL = `postgres://postgres@127.0.0.1:${process.env.PORT}/postgres`;
const { add, find } = await import("./pgvector.ts");

await add(["apple", "bread", "cheese"]);
assert.deepEqual(await find("butter", 1), [{ text: "bread", distance: 0 }]);
process.stdout.write("passed", () => process.exit());
