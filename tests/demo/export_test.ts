// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { exportRepositories } from "../../demo/stars/export.ts";
import { EXPORT_FORMATS } from "../../demo/stars/export_formats.ts";
import type { Repository } from "../../demo/stars/repository.ts";

const repositories: Repository[] = [
  {
    fullName: "a/one_two",
    description: "=HYPERLINK(1) \u202e[x](https://evil.test) <b>\n",
    language: "C#",
    topics: ["cli", "search"],
    stars: 5,
    archived: false,
    starredAt: "2026-01-01",
  },
  { fullName: "b/two", description: "", topics: [], stars: 1, archived: true },
];

Deno.test("exportRepositories() writes Markdown in which a description is only words", () => {
  assertStrictEquals(
    exportRepositories(repositories, "md"),
    "- [a/one\\_two](https://github.com/a/one_two): " +
      "=HYPERLINK(1) \\[x\\](https://evil.test) \\<b\\>\n- [b/two](https://github.com/b/two)\n",
  );
});

Deno.test("exportRepositories() writes CSV that a spreadsheet does not calculate", () => {
  const [header, first, second] = (exportRepositories(repositories, "csv")).split("\n");
  assertStrictEquals(
    header,
    "fullName,url,description,language,topics,license,stars,archived,pushedAt,starredAt",
  );
  assertStrictEquals(
    first,
    "a/one_two,https://github.com/a/one_two,'=HYPERLINK(1) [x](https://evil.test) <b>,C#,cli search,,5,false,,2026-01-01",
  );
  assertStrictEquals(second, "b/two,https://github.com/b/two,,,,,1,true,,");
});

Deno.test("exportRepositories() writes JSON that loses nothing and hides nothing", () => {
  const json = exportRepositories(repositories, "json");
  assertEquals(
    JSON.parse(json),
    repositories.map((one) => ({ ...one, url: `https://github.com/${one.fullName}` })),
  );
  assertStrictEquals(json.includes("\u202e"), false);
  assertStrictEquals(exportRepositories([], "json"), "[\n\n]\n");
});

Deno.test("EXPORT_FORMATS names each format once", () => {
  assertEquals(EXPORT_FORMATS.map(({ id }) => id), ["md", "csv", "json"]);
});

Deno.test("exportRepositories() quotes what would end a field of CSV, and doubles its quotes", () => {
  const [, row] = (csvOf('say "no", or')).split("\n");
  assertStrictEquals(row, 'b/two,https://github.com/b/two,"say ""no"", or",,,,1,true,,');
});

for (const start of ["=", "+", "-", "@", "＝", "＋", "－", "＠"]) {
  Deno.test(`exportRepositories() writes no field of CSV that begins with "${start}"`, () => {
    const [, row = ""] = (csvOf(`${start}1`)).split("\n");
    assertStrictEquals(row.split(",")[2], `'${start}1`);
  });
}

function csvOf(description: string): string {
  return exportRepositories([{ ...repositories[1]!, description }], "csv");
}
