// Copyright 2026 the Rivulet authors. MIT license.

import type { Aspect, Invented, Subject } from "./invented.ts";
import type { Question } from "./list.ts";

/** What the questions are made of. */
interface Parts {
  readonly subjects: readonly Subject[];
  readonly aspects: readonly Aspect[];
  /** Whole stories, each with a topic of the subject that it is about. */
  readonly long: readonly (readonly [topic: string, story: string])[];
}

type Is = (one: Invented) => boolean;

/** Questions of nine kinds, and what answers them. */
export function questionsOf(
  invented: readonly Invented[],
  { subjects, aspects, long }: Parts,
): Question[] {
  const every = (step: number, start: number) =>
    subjects.filter((_, index) => index % step === start);
  const isOf = (subject: Subject): Is => (one) => one.subject === subject;
  const aspectsOf = (subject: Subject) =>
    aspects.filter((aspect) => invented.some((one) => has(one, subject, aspect)));
  const withAspect = (step: number, start: number) =>
    every(step, start).flatMap((subject, index) => {
      const own = aspectsOf(subject);
      const aspect = own[index % Math.max(1, own.length)];
      return aspect === undefined ? [] : [{ subject, aspect }];
    });
  const answering = (is: Is) => invented.filter(is).map(({ repository: { fullName } }) => fullName);
  const ask = (kind: string, question: string, is: Is): Question[] => {
    const expected = answering(is);
    return expected.length === 0 ? [] : [{ kind, question, expected }];
  };
  const named = invented.filter((_, index) => index % 83 === 5);
  return [
    ...withAspect(5, 0).flatMap(({ subject, aspect }) =>
      ask(
        "in their words",
        `${subject.said[0]} ${aspect.said[0]}`,
        (one) => has(one, subject, aspect),
      )
    ),
    ...every(3, 1).flatMap((subject, index) =>
      ask("in other words", subject.asked[index % subject.asked.length]!, isOf(subject))
    ),
    ...withAspect(6, 2).flatMap(({ subject, aspect }) =>
      ask(
        "in other words, with a wish",
        `${subject.asked[0]} ${aspect.asked}`,
        (one) => has(one, subject, aspect),
      )
    ),
    ...every(9, 3).flatMap((subject) =>
      ask("with typing errors", mistyped(subject.said[0]!), isOf(subject))
    ),
    ...subjects.filter(({ elsewhere }) => elsewhere !== "")
      .filter((_, index) => index % 3 === 0).flatMap((subject) =>
        ask("in another language", subject.elsewhere, isOf(subject))
      ),
    ...every(12, 4).flatMap(({ topics }) =>
      ask("one word", topics[0]!, ({ subject }) => subject.topics.includes(topics[0]!))
    ),
    ...named.flatMap((one, index) =>
      ask("a name", retyped(nameOf(one), index), (other) => other === one)
    ),
    ...every(11, 5).flatMap((subject) =>
      ask(
        "what is not wanted",
        `${subject.said[0]}, not in Java`,
        (one) => one.subject === subject && one.repository.language !== "Java",
      )
    ),
    ...every(11, 8).flatMap((subject) =>
      ask(
        "what is not wanted",
        `${subject.said[0]} without electron`,
        (one) =>
          one.subject === subject && one.aspects.every(({ without }) => without !== "electron"),
      )
    ),
    ...long.flatMap(([topic, story]) =>
      ask("a long story", story, ({ subject }) => subject.topics[0] === topic)
    ),
  ];
}

function has(one: Invented, subject: Subject, aspect: Aspect): boolean {
  return one.subject === subject && one.aspects.includes(aspect);
}

function nameOf({ repository: { fullName } }: Invented): string {
  return fullName.slice(fullName.indexOf("/") + 1);
}

/** As it is, without signs, and with two letters swapped. */
function retyped(name: string, index: number): string {
  if (index % 3 === 0) return name;
  return index % 3 === 1 ? name.toLowerCase().replace("-", "") : mistyped(name);
}

/** Two letters of the longest word in turn. */
function mistyped(text: string): string {
  const longest = text.split(/[ -]/).toSorted((one, other) => other.length - one.length)[0]!;
  const swapped = longest.replace(/^(..)(.)(.)/, "$1$3$2");
  return text.replace(longest, swapped);
}
