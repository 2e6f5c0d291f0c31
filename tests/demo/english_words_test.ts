// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertStrictEquals } from "@std/assert";
import { hasEnglishWords, readEnglishWords } from "../../demo/stars/english_words.ts";

const answers: [answer: string, words: string][] = [
  ["password manager", "password manager"],
  ["Password, Manager, Self-Hosted.\n\nThese words…", "password manager self-hosted"],
  ["English words: C++ text editor", "c++ text editor"],
  ["\n  1. photo\n", "photo"],
  ["full text search engine library here", "full text search engine library"],
  ["git Git GIT hosting", "git hosting"],
  ["statistics without cookies", "statistics without cookies"],
  ["beginner's guide", "beginner's guide"],
  ["менеджер паролей\npassword manager", "password manager"],
  ["менеджер паролей", ""],
  ["the of and", ""],
  ["", ""],
];
for (const [answer, words] of answers) {
  Deno.test(`readEnglishWords() reads ${JSON.stringify(answer)}`, () => {
    assertStrictEquals(readEnglishWords(answer), words);
  });
}

Deno.test("hasEnglishWords() waits for the end of a line with words, and not for ever", () => {
  assert(!hasEnglishWords("password man"));
  assert(!hasEnglishWords("\n\n"));
  assert(hasEnglishWords("password manager\n"));
  assert(hasEnglishWords("?".repeat(301)));
});
