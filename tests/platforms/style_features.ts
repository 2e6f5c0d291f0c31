// Copyright 2026 the Rivulet authors. MIT license.

// Which features of browsers a style sheet names.

import { parse, walk } from "css-tree";
import { compatData, type Entry, entryAt, type Floor, floorOf, isNewer } from "./compat_data.ts";

/** The fields of syntax nodes that are looked at here. */
interface StyleNode {
  readonly type: string;
  readonly name: string;
  readonly property: string;
  readonly unit: string;
}

/** Where a node stands. */
interface Place {
  readonly declaration: StyleNode | null;
  readonly rule: StyleNode | null;
}

/** The features of a style sheet that are newer than a floor, and since when they are. */
export function newStyleFeatures(styles: string, floor: Floor): Map<string, Floor> {
  const found = new Map<string, Floor>();

  function note(name: string, ...entries: (Entry | undefined)[]): void {
    const floors = entries.flatMap((entry) => (entry && floorOf(entry)) ?? []);
    if (floors.length > 0 && floors.every((feature) => isNewer(feature, floor))) {
      found.set(name, floors[0]!);
    }
  }

  const sheet = parse(styles, {
    parseCustomProperty: true,
    onParseError(error: Error): never {
      throw error;
    },
  });
  walk(sheet, function (this: Place, node: StyleNode) {
    if (node.type === "Declaration") note(node.property, property(node.property));
    else if (node.type === "Identifier" && this.declaration) {
      const { property: name } = this.declaration;
      note(`${name}: ${node.name}`, entryAt("css", "properties", name, node.name));
    } else if (node.type === "Function") note(`${node.name}()`, ...typesCalled(node.name));
    else if (node.type === "Atrule") note(`@${node.name}`, entryAt("css", "at-rules", node.name));
    else if (node.type === "Dimension") note(`1${node.unit}`, unit(node.unit));
    else if (node.type === "FeatureRange") {
      note("(a < b)", entryAt("css", "at-rules", "media", "range_syntax"));
    } else if (node.type === "Feature") {
      note(`(${node.name})`, entryAt("css", "at-rules", "media", node.name));
    } else if (node.type === "PseudoClassSelector" || node.type === "PseudoElementSelector") {
      note(`:${node.name}`, entryAt("css", "selectors", node.name));
    } else if (node.type === "NestingSelector") {
      note("&", entryAt("css", "selectors", "nesting"));
    } else if (node.type === "Rule" && this.rule) {
      note("a rule in a rule", entryAt("css", "selectors", "nesting"));
    }
  });
  return found;
}

function property(name: string): Entry | undefined {
  return name.startsWith("--") ? undefined : entryAt("css", "properties", name);
}

/** Functions stand among the types, some of them below the type that they give. */
const typesByName = Map.groupBy(
  Object.entries(compatData["css"]!["types"]!).flatMap((
    type,
  ) => [type, ...Object.entries(type[1])]),
  ([name]) => name,
);

function typesCalled(name: string): Entry[] {
  return (typesByName.get(name) ?? []).map(([_name, entry]) => entry);
}

function unit(name: string): Entry | undefined {
  const length = (part: string) => entryAt("css", "types", "length", part);
  if (/^d(v[hwib]|vmin|vmax)$/.test(name)) return length("viewport_percentage_units_dynamic");
  if (/^s(v[hwib]|vmin|vmax)$/.test(name)) return length("viewport_percentage_units_small");
  if (/^l(v[hwib]|vmin|vmax)$/.test(name)) return length("viewport_percentage_units_large");
  if (/^cq/.test(name)) return length("container_query_length_units");
  return length(name);
}
