// Copyright 2026 the Rivulet authors. MIT license.

/**
 * What must hold in every runtime: Deno, Node, Bun, a page and a worker.
 *
 * @module
 */

import "./portable_calls.ts";
import "./portable_chat.ts";
import "./portable_embedding.ts";
import "./portable_rejections.ts";
import "./portable_wire.ts";

export { type PortableTest, portableTests } from "./collection.ts";
