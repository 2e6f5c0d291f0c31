// Copyright 2026 the Rivulet authors. MIT license.

/** The local servers that have models which make vectors, by the provider that speaks to them. */
export type ServerId = "local-a" | "local-b";

/** A model that makes vectors, and which server has it. */
export interface ServedModel {
  readonly server: ServerId;
  readonly name: string;
}

const OTHER_SERVER = "local-b/";

/** A model as it is kept: the bare name is one of Ollama's. */
export function servedId({ server, name }: ServedModel): string {
  return server === "local-b" ? OTHER_SERVER + name : name;
}

/** The model that was kept so. */
export function servedModel(id: string): ServedModel {
  return id.startsWith(OTHER_SERVER)
    ? { server: "local-b", name: id.slice(OTHER_SERVER.length) }
    : { server: "local-a", name: id };
}
