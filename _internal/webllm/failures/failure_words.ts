// Copyright 2026 the Rivulet authors. MIT license.

/** Fields of a request that the engine refuses, before it does anything or as its first step. */
export const REFUSED_FIELDS: readonly string[] = [
  "AudioInputError",
  "ContentTypeError",
  "CustomResponseFormatError",
  "CustomSystemPromptError",
  "DependencyError",
  "GrammarMatcherInitError",
  "InvalidNumberStringError",
  "InvalidResponseFormatError",
  "InvalidResponseFormatGrammarError",
  "InvalidResponseFormatStructuralTagError",
  "InvalidStreamOptionsError",
  "MessageOrderError",
  "MultipleTextContentError",
  "NonNegativeError",
  "SeedTypeError",
  "StreamingCountError",
  "SystemMessageOrderError",
  "UnsupportedFieldsError",
  "UnsupportedModelIdError",
];

// The words of Chromium, Firefox and Safari, of their compilers of programs and of the engine.

/** Memory of the page or of the graphics card that could not be had. */
export const NO_MEMORY: readonly RegExp[] = [
  /out[ _-]?of[ _-]?memory|\bOOM\b|not enough memory|enlarge memory|maximum memory size/i,
  /(cannot|could not|failed to|unable to) (allocate|reserve)|allocation failed/i,
  // A program without memory reads where none is.
  /memory access out of bounds|out of bounds memory access|index out of bounds$/i,
  /createBuffer failed|size is too large|exceeds the max(imum)? (buffer|binding) size/i,
];

/** A graphics device that is gone, or the process of the browser that it lived in. */
export const LOST_DEVICE: readonly RegExp[] = [
  /has already been disposed|device (is|was) lost|device lost|Instance dropped/i,
  /external Instance reference|buffer (is|was) destroyed/i,
];

/** A file that is not as it was made. Not each failure of a program: that costs a whole download. */
export const DAMAGED: readonly RegExp[] = [
  /magic (word|number)|doesn't start with|extends past end|BufferSource argument is empty/i,
  /(unknown|unexpected|invalid|duplicate) section|section (\(|was|out of|size)|unexpected end/i,
  /integrity|tensor-cache (record|\w+:)|Packed BF16 record/i,
  /Cannot find (global function|parameter in cache)|required VM function/i,
];
