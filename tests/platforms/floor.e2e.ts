// Copyright 2026 the Rivulet authors. MIT license.

// docs/platforms.md says from which versions on library and page work, and what is newer.

/// <reference lib="deno.unstable" />

import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import config from "../../deno.json" with { type: "json" };
import { root } from "../support/commands.ts";
import { pageFiles } from "../support/page_server.ts";
import { BROWSERS, type Floor } from "./compat_data.ts";
import { newScriptFeatures } from "./script_features.ts";
import { newStyleFeatures } from "./style_features.ts";

const page = await Deno.readTextFile(new URL("docs/platforms.md", root));

/** The engine, which needs WebGPU and is loaded behind a look at it, is not ours. */
const ENGINE = /MLCEngine/;
const ENGINE_SIZE = 1_000_000;

/** Names in the page's scripts that are also those of something newer, with what they are there. */
const NAMESAKES: Readonly<Record<string, string>> = {
  ".quota": "a field of what navigator.storage.estimate() gives",
};

/** The cells of the table below a heading, by the first one of each row. */
function tableBelow(heading: string): Map<string, string[]> {
  const [, section = ""] = page.split(`## ${heading}\n`);
  const [, rows = ""] = /\n\|[ -]+(?:\|[ -]+)+\|\n((?:\|.*\n)+)/.exec(section) ?? [];
  return new Map(
    rows.trim().split("\n").map((row) => {
      const [, name = "", ...cells] = row.split("|").map((cell) => cell.trim());
      return [name.replaceAll("`", ""), cells];
    }),
  );
}

function statedFloor(column: number): Floor {
  const rows = tableBelow("From these versions on");
  const version = (name: string) => Number(rows.get(name)![column]);
  return { chrome: version("Chrome"), firefox: version("Firefox"), safari: version("Safari") };
}

/** What a table says, in the form in which the data says it. */
function statedFeatures(heading: string): Record<string, string> {
  return Object.fromEntries(
    [...tableBelow(heading)].map(([name, cells]) => [name, cells.slice(0, BROWSERS.length).join()]),
  );
}

function foundFeatures(...maps: Map<string, Floor>[]): Record<string, string> {
  const features = new Map(maps.flatMap((map) => [...map]));
  return Object.fromEntries(
    [...features].filter(([name]) => !(name in NAMESAKES)).map(
      ([name, floor]) => [
        name,
        BROWSERS.map((browser) => floor[browser] === Infinity ? "—" : floor[browser]).join(),
      ],
    ),
  );
}

Deno.test("the library needs no newer browser than its docs say", async () => {
  const { outputFiles = [] } = await Deno.bundle({
    entrypoints: Object.values(config.exports).map((path) => fileURLToPath(new URL(path, root))),
    external: ["@mlc-ai/web-llm"],
    outputDir: "/library",
    codeSplitting: true,
    platform: "browser",
    write: false,
  });
  const scripts = outputFiles.map((file) => file.text());
  assertEquals(
    foundFeatures(newScriptFeatures(scripts, statedFloor(0))),
    statedFeatures("Newer things in the library"),
  );
});

Deno.test("the page needs no newer browser than its docs say", async () => {
  const files = [...(await pageFiles()).values()];
  const textsOf = (type: string) =>
    files.filter((file) => file.type.startsWith(type)).map(({ contents }) => textOf(contents));
  const scripts = textsOf("text/javascript").filter((text) =>
    text.length < ENGINE_SIZE || !ENGINE.test(text)
  );
  const floor = statedFloor(1);
  assertEquals(
    foundFeatures(
      newScriptFeatures(scripts, floor),
      ...textsOf("text/css").map((text) => newStyleFeatures(text, floor)),
    ),
    statedFeatures("Newer things in the page"),
  );
});

function textOf(contents: Uint8Array | string): string {
  return typeof contents === "string" ? contents : new TextDecoder().decode(contents);
}
