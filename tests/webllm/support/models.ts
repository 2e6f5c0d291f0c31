// Copyright 2026 the Rivulet authors. MIT license.

import type { WebLLMAppConfig } from "@rivulet/llm/webllm";

export const F16 = "Llama-3.2-1B-Instruct-q4f16_1-MLC";
export const F32 = "Llama-3.2-1B-Instruct-q4f32_1-MLC";
export const OTHER = "Qwen2.5-0.5B-Instruct-q4f32_1-MLC";
export const NO_TWIN = "gemma3-1b-it-q4f16_1-MLC";
export const VISION = "Phi-3.5-vision-instruct-q4f32_1-MLC";
export const EMBEDDING = "snowflake-arctic-embed-s-q0f32-MLC-b4";

/** The models that the fake engine knows. */
export const appConfig: WebLLMAppConfig = {
  "model_list": [F16, F32, OTHER, NO_TWIN, VISION, EMBEDDING].map((id) => recordOf(id)),
};

/** The same where their files are kept in a database: without permissions there is no Cache API. */
export const inDatabase: WebLLMAppConfig = { ...appConfig, cacheBackend: "indexeddb" };

/** A model as a list of models tells of it. */
export function recordOf(id: string, fields: object = {}): WebLLMAppConfig["model_list"][number] {
  return {
    model: `https://models.test/${id}`,
    "model_id": id,
    "model_lib": `https://models.test/${id}.wasm`,
    ...id === EMBEDDING ? { "model_type": 1 } : id === VISION ? { "model_type": 2 } : {},
    ...fields,
  };
}
