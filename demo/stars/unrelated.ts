// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Questions that no list of repositories answers. A model reads them once for a list: how near they
 * come is what being far looks like. Changed words are read anew.
 */
export const UNRELATED_QUESTIONS: readonly string[] = [
  "how long to boil an egg",
  "best time to plant tomatoes",
  "headache after too much coffee",
  "cheap hotels near the beach",
  "who won the football match last night",
  "how to get a red wine stain out of a carpet",
  "my baby does not sleep at night",
  "night train from Vienna to Prague",
  "how much tax do I pay on a second house",
  "love poems for a wedding",
  "what to wear to a funeral",
  "dog barks at the neighbours",
  "recipe for apple pie",
  "when does school start after the summer",
  "knee pain when climbing stairs",
  "history of the Roman empire",
  "rules of volleyball",
  "change the tyre of a bicycle",
  "weather in Madrid in April",
  "famous painters of the 17th century",
];

/** No user of GitHub can have this name: their vectors go and are kept with those of repositories. */
const OWNER = "-/";

/** The name of one of them beside names of repositories. */
export function unrelatedName(index: number): string {
  return `${OWNER}${index}`;
}

/** Whether a vector is not that of a repository. */
export function isUnrelated(fullName: string): boolean {
  return fullName.startsWith(OWNER);
}
