// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMToolCall, LLMToolCallPiece } from "./types.ts";

/** Puts the pieces of tool calls together. */
export class ToolCalls {
  readonly #calls: { -readonly [Name in keyof LLMToolCall]: LLMToolCall[Name] }[] = [];
  readonly #atIndex = new Map<number, number>();
  /** The first call of each id. */
  readonly #withId = new Map<string, number>();

  add({ index, id, name, arguments: given = "" }: LLMToolCallPiece): void {
    const place = this.#placeOf({ index, id, name });
    const call = this.#calls[place];
    if (call === undefined) {
      this.#calls.push({ ...(id !== undefined && { id }), name: name ?? "", arguments: given });
      if (index !== undefined) this.#atIndex.set(index, place);
      if (id !== undefined && !this.#withId.has(id)) this.#withId.set(id, place);
      return;
    }
    if (call.name === "") call.name = name ?? "";
    call.arguments += given;
  }

  /** All calls so far; undefined if there are none. */
  get all(): readonly LLMToolCall[] | undefined {
    return this.#calls.length > 0 ? this.#calls : undefined;
  }

  /**
   * Which call a piece belongs to. The index tells, unless a server numbers all calls alike: another
   * id with a name is another call. Without an index the id tells, and a name begins a call.
   */
  #placeOf({ index, id, name }: LLMToolCallPiece): number {
    const next = this.#calls.length;
    const known = index === undefined ? undefined : this.#atIndex.get(index) ?? next;
    if (known !== undefined) {
      const begun = this.#calls[known];
      const isAnother = id !== undefined && name !== undefined && begun?.id !== undefined &&
        begun.id !== id;
      return isAnother ? next : known;
    }
    if (id === undefined) return name === undefined ? Math.max(next - 1, 0) : next;
    return this.#withId.get(id) ?? next;
  }
}
