// Copyright 2026 the Rivulet authors. MIT license.

// What others would pick to find repositories by words.

import MiniSearch from "minisearch";
import { DatabaseSync } from "node:sqlite";
import { RANKING_DEPTH } from "../../demo/stars/fusion.ts";
import type { Repository } from "../../demo/stars/repository.ts";

/** Finds the best matches, best first. */
export type Find = (question: string) => readonly Repository[];

const FIELDS = ["name", "owner", "description", "topics", "language"] as const;

function textsOf({ fullName, description, topics, language = "" }: Repository) {
  const [owner = "", name = ""] = fullName.split("/");
  return { name, owner, description, topics: topics.join(" "), language };
}

/** SQLite's full text search with the Porter stemmer, any word, by BM25. */
export function sqliteFts5(repositories: readonly Repository[]): Find {
  const database = new DatabaseSync(":memory:");
  database.exec(
    `create virtual table t using fts5(${FIELDS.join(", ")}, tokenize='porter unicode61')`,
  );
  const insert = database.prepare(
    `insert into t(rowid, ${FIELDS.join(", ")}) values (?, ?, ?, ?, ?, ?)`,
  );
  repositories.forEach((repository, row) => {
    const texts = textsOf(repository);
    insert.run(row, ...FIELDS.map((field) => texts[field]));
  });
  const select = database.prepare(
    `select rowid from t where t match ? order by bm25(t) limit ${RANKING_DEPTH}`,
  );
  return (question) => {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    const rows = select.all(words.map((word) => `"${word}"`).join(" OR "));
    return rows.map(({ rowid }) => repositories[Number(rowid)]!);
  };
}

/** MiniSearch as it comes. */
export function miniSearch(repositories: readonly Repository[]): Find {
  const index = new MiniSearch({ fields: [...FIELDS] });
  index.addAll(repositories.map((repository, id) => ({ id, ...textsOf(repository) })));
  return (question) =>
    index.search(question).slice(0, RANKING_DEPTH).map(({ id }) => repositories[id]!);
}
