// Copyright 2026 the Rivulet authors. MIT license.

export { OpenAI } from "openai";
