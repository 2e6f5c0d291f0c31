// Copyright 2026 the Rivulet authors. MIT license.

export { streamText } from "@xsai/stream-text";
