// Copyright 2026 the Rivulet authors. MIT license.

/**
 * How the reasoning of a family of models begins and ends in the text, in small letters; the tags
 * themselves come in any case. From the models' chat templates.
 */
const TAGS: readonly (readonly [open: string, close: string])[] = [
  // DeepSeek, Qwen, GLM, Nemotron and most others.
  ["<think>", "</think>"],
  // Claude's prompts, and models that are trained on them.
  ["<thinking>", "</thinking>"],
  // EXAONE, and Gemini through gateways.
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  // Magistral of Mistral.
  ["[think]", "[/think]"],
  // Seed-OSS of ByteDance.
  ["<seed:think>", "</seed:think>"],
  // MiniMax.
  ["<mm:think>", "</mm:think>"],
  // Kimi-VL.
  ["◁think▷", "◁/think▷"],
  // Command A Reasoning of Cohere.
  ["<|start_thinking|>", "<|end_thinking|>"],
];

/** As long as any tag, so that no more of a text is looked at. */
const LONGEST_TAG = 20;

const ALL_CLOSING: readonly string[] = /* @__PURE__ */ TAGS.map(([, close]) => close);

/** A piece of an answer: either of the answer itself or of the reasoning before it. */
export interface ThinkingPart {
  /** Text of the answer. */
  token?: string;
  /** Text of the reasoning. */
  reasoning?: string;
}

/** Where an answer begins, for {@linkcode ThinkingSplitter}. */
export interface ThinkingSplitterOptions {
  /**
   * Whether the answer begins inside of the block, because the model's template opened it in the
   * prompt: only the closing tag is in the text then, such as `</think>`.
   *
   * @default {false}
   */
  opened?: boolean | undefined;
}

/**
 * Splits the reasoning of a thinking model from its answer, if a server leaves it in the text as a
 * block at the very beginning. Its tags may be cut anywhere. Known are `<think>`, `<thinking>`,
 * `<thought>`, `<reasoning>`, `[THINK]`, `<seed:think>`, `<mm:think>`, `◁think▷` and
 * `<|START_THINKING|>`, in any case, each with its own end. Another block right behind the first is
 * reasoning too. The blank lines around the reasoning belong to the block; a tag further down is
 * text, since an answer may be about tags.
 *
 * You rarely need it: with `splitThinking` in the request a provider does this by itself, and the
 * `webllm` provider always does. Reasoning that a server sends apart needs no splitting.
 *
 * @example Hide the reasoning
 * ```ts
 * import { ThinkingSplitter } from "@rivulet/llm";
 *
 * const splitter = new ThinkingSplitter();
 * const tokens = ["<thi", "nk>\nThey want a color.", "\n</think>\n\nBl", "ue."];
 * const parts = [...tokens.flatMap((token) => splitter.push(token)), ...splitter.end()];
 * console.log(parts.map(({ token = "" }) => token).join("")); // Blue.
 * ```
 */
export class ThinkingSplitter {
  #state: "start" | "reasoning" | "gap" | "answer";
  // Blanks that count if anything follows them. They only grow by `+=` and are never searched, so
  // that many in small pieces cost linear time.
  #blanks = "";
  // What may be the beginning of a tag, always shorter than one.
  #tag = "";
  #hasReasoned = false;
  /** The tags that end the block. */
  #closing = ALL_CLOSING;

  /**
   * Makes a splitter for one answer.
   *
   * @param options Where the answer begins.
   */
  constructor(options: ThinkingSplitterOptions = {}) {
    this.#state = options.opened ? "reasoning" : "start";
  }

  /**
   * Takes the next piece of text.
   *
   * @param text A token, or a piece of any size.
   * @returns What it says, in order; nothing if it may be a part of a tag.
   */
  push(text: string): ThinkingPart[] {
    const parts: ThinkingPart[] = [];
    let rest = text;
    // Behind a block another one may begin, in the same piece.
    while (rest !== "" && this.#state !== "answer") {
      rest = this.#state === "reasoning" ? this.#reason(rest, parts) : this.#open(rest);
    }
    if (rest !== "") parts.push({ token: rest });
    return parts;
  }

  /**
   * Ends the answer.
   *
   * @returns What was held back; a block without an end is reasoning.
   */
  end(): ThinkingPart[] {
    const tag = this.#tag;
    const rest = this.#takeBlanks() + tag;
    this.#tag = "";
    const isText = this.#state === "start" || this.#state === "gap";
    if (isText) return rest === "" ? [] : [{ token: rest }];
    return this.#state === "reasoning" && tag !== "" ? [{ reasoning: rest }] : [];
  }

  /** What stands behind an opening tag, or all of it where none comes. */
  #open(text: string): string {
    const begun = this.#tag === "" ? text.trimStart() : this.#tag + text;
    // The blanks between two blocks, and those before the answer, belong to the block.
    if (this.#tag === "" && this.#state === "start") {
      this.#blanks += text.slice(0, text.length - begun.length);
    }
    this.#tag = "";
    if (begun === "") return "";
    const small = smallLetters(begun.slice(0, LONGEST_TAG));
    const tags = TAGS.find(([open]) => small.startsWith(open));
    if (tags !== undefined) {
      this.#state = "reasoning";
      this.#blanks = "";
      this.#closing = [tags[1]];
      return begun.slice(tags[0].length);
    }
    if (TAGS.some(([open]) => open.startsWith(small))) {
      this.#tag = begun;
      return "";
    }
    const blanks = this.#takeBlanks();
    this.#state = "answer";
    return blanks + begun;
  }

  /** What stands behind the closing tag; nothing where none comes. */
  #reason(text: string, parts: ThinkingPart[]): string {
    const held = this.#tag + text;
    const [end, close] = this.#endOfBlock(held);
    const partial = end === -1 ? partialTagLength(held, this.#closing) : 0;
    const safe = held.slice(0, end === -1 ? held.length - partial : end);
    this.#tag = end === -1 ? held.slice(safe.length) : "";
    const said = safe.trimEnd();
    if (said !== "") {
      parts.push({ reasoning: this.#takeBlanks() + (this.#hasReasoned ? said : said.trimStart()) });
      this.#hasReasoned = true;
    }
    this.#blanks += safe.slice(said.length);
    if (end === -1) return "";
    this.#state = "gap";
    this.#blanks = "";
    return held.slice(end + close.length);
  }

  /** Where the first closing tag stands, and which it is; -1 if there is none. */
  #endOfBlock(text: string): [end: number, close: string] {
    const small = smallLetters(text);
    let first: [number, string] = [-1, ""];
    for (const close of this.#closing) {
      const end = small.indexOf(close);
      if (end !== -1 && (first[0] === -1 || end < first[0])) first = [end, close];
    }
    return first;
  }

  /** The blanks that turn out to count: before the reasoning, none do. */
  #takeBlanks(): string {
    const blanks = this.#state === "reasoning" && !this.#hasReasoned ? "" : this.#blanks;
    this.#blanks = "";
    return blanks;
  }
}

/** How many of the last characters may be the beginning of a closing tag. */
function partialTagLength(text: string, closing: readonly string[]): number {
  const end = smallLetters(text.slice(1 - LONGEST_TAG));
  for (let length = Math.min(LONGEST_TAG - 1, end.length); length > 0; length--) {
    const tail = end.slice(end.length - length);
    if (closing.some((close) => close.length > length && close.startsWith(tail))) return length;
  }
  return 0;
}

/** Letters of ASCII alone, so that no text changes its length. */
function smallLetters(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
}
