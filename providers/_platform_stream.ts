// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The platform's TransformStream, by a pure call: bundlers do not know this global, and would keep a
 * class that extends it although nobody uses the class.
 *
 * @internal
 */
export const PlatformStream: typeof TransformStream = /* @__PURE__ */ (() => TransformStream)();
