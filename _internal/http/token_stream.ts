// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The classes that the token streams extend, made by pure calls, so that these need no constructor
 * of their own. Bundlers would keep them otherwise although nobody uses them: they do not know the
 * platform's TransformStream, and webpack keeps each derived class that has a constructor.
 *
 * @internal
 */

import { ollamaNative, openAI, type Protocol } from "./protocols.ts";
import { type TokenStreamOptions, TokenTransformer } from "./token_transformer.ts";

/** Makes a stream from the text of an answer to its tokens. */
type TokenStreamClass = new (
  options?: TokenStreamOptions | null,
) => TransformStream<string, string>;

export const CompletionStream: TokenStreamClass = /* @__PURE__ */ tokenStream(openAI);

export const OllamaStream: TokenStreamClass = /* @__PURE__ */ tokenStream(ollamaNative);

function tokenStream({ chat: { format } }: Protocol): TokenStreamClass {
  return class extends TransformStream<string, string> {
    readonly #tokens: TokenTransformer;

    constructor(options?: TokenStreamOptions | null) {
      const tokens = new TokenTransformer(format, options ?? {});
      super(tokens);
      this.#tokens = tokens;
    }

    override get readable(): ReadableStream<string> {
      return this.#tokens.failAfterLast(super.readable);
    }
  };
}
