// Copyright 2026 the Rivulet authors. MIT license.

// A list of 1,000 repositories that do not exist, from words that were written for it. Several do
// the same in different words; who made which is known, so that it is known what answers a question.

import type { Repository } from "../../demo/stars/repository.ts";
import { questionsOf } from "./invented_questions.ts";
import type { MeasuredList } from "./list.ts";
import { Draws } from "./random.ts";

const COUNT = 1000;
const FEWEST = 4;

/** What repositories of a kind do. */
export interface Subject {
  readonly topics: readonly string[];
  /** As their descriptions say it. */
  readonly said: readonly string[];
  /** As people ask for it who know none of these words. */
  readonly asked: readonly string[];
  /** In another language; `""` where it was not written. */
  readonly elsewhere: string;
}

/** What some repositories of any kind have. */
export interface Aspect {
  readonly said: readonly string[];
  readonly asked: string;
  /** What a question calls it that does not want it; `""` where nobody minds. */
  readonly without: string;
}

/** A repository, and why it was made. */
export interface Invented {
  readonly repository: Repository;
  readonly subject: Subject;
  readonly aspects: readonly Aspect[];
}

/** Makes the list, the same each time. */
export async function inventedList(): Promise<MeasuredList> {
  const subjects = (await rows("subjects.tsv")).map(([topics, said, asked, elsewhere]) => ({
    topics: topics!.split(" "),
    said: said!.split("; "),
    asked: asked!.split("; "),
    elsewhere: elsewhere?.replace(/^\w+: /, "") ?? "",
  }));
  const aspects = (await rows("aspects.tsv")).map(([said, asked, without]) => ({
    said: said!.split("; "),
    asked: asked!,
    without: without ?? "",
  }));
  const words = new Map((await rows("words.tsv")).map(([kind, list]) => [kind!, list!]));
  const draws = new Draws(7);
  const all = subjectsOfAll(subjects, draws);
  const names = namesFor(all, words, draws);
  const invented = all.map((subject, index) =>
    invent(names[index]!, subject, { aspects, words, draws })
  );
  const long = (await lines("long.tsv")).map((line) => line.split("\t") as [string, string]);
  return {
    title: "1,000 invented repositories",
    repositories: invented.map(({ repository }) => repository),
    questions: questionsOf(invented, { subjects, aspects, long }),
    nothing: await lines("nothing.txt"),
  };
}

/** The subject of each repository: some are in fashion. */
function subjectsOfAll(subjects: readonly Subject[], draws: Draws): Subject[] {
  const all = subjects.flatMap((subject) => Array<Subject>(FEWEST).fill(subject));
  while (all.length < COUNT) all.push(draws.pick(subjects, 2));
  return all;
}

/** Half of the names say what it is. */
function namesFor(
  all: readonly Subject[],
  words: ReadonlyMap<string, string>,
  draws: Draws,
): string[] {
  const [owners, first, second] = ["owners", "first", "second"].map((kind) =>
    words.get(kind)!.split(" ")
  ) as [string[], string[], string[]];
  const taken = new Set<string>();
  return all.map(({ topics }) => {
    for (;;) {
      const parts = [draws.pick(first), draws.is(0.5) ? draws.pick(topics) : draws.pick(second)];
      const name = draws.is(0.6)
        ? parts.join("-")
        : parts.map((part) => part[0]!.toUpperCase() + part.slice(1)).join("");
      const key = name.toLowerCase().replace("-", "");
      if (taken.has(key)) continue;
      taken.add(key);
      return `${draws.pick(owners)}/${name}`;
    }
  });
}

function invent(
  fullName: string,
  subject: Subject,
  { aspects, words, draws }: {
    aspects: readonly Aspect[];
    words: ReadonlyMap<string, string>;
    draws: Draws;
  },
): Invented {
  const has = [...new Set([draws.pick(aspects), draws.pick(aspects)])].filter(() => draws.is(0.7));
  const tail = draws.is(0.4) ? [draws.pick(words.get("tail")!.split("; "))] : [];
  const phrase = draws.pick(subject.said);
  // The first is a noun.
  const hasManner = phrase === subject.said[0] && draws.is(0.8);
  const manner = hasManner ? `${draws.pick(words.get("manner")!.split("; "))} ` : "";
  const description = [manner + phrase, ...has.map((aspect) => draws.pick(aspect.said)), ...tail]
    .join(", ");
  const language = draws.pick(words.get("language")!.split(" "), 1.6);
  return {
    subject,
    aspects: has,
    repository: {
      fullName,
      description: description[0]!.toUpperCase() + description.slice(1),
      topics: subject.topics.filter(() => draws.is(0.6)),
      language,
      stars: Math.floor(10 ** (1 + 4 * draws.next() ** 1.5)),
      archived: draws.is(0.06),
    },
  };
}

async function lines(file: string): Promise<string[]> {
  const text = await Deno.readTextFile(new URL(`invented/${file}`, import.meta.url));
  return text.trimEnd().split("\n");
}

/** A table without its heading. */
async function rows(file: string): Promise<string[][]> {
  return (await lines(file)).filter((_, index) => index > 0 || file === "words.tsv")
    .map((line) => line.split("\t"));
}
