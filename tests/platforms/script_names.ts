// Copyright 2026 the Rivulet authors. MIT license.

import type { Node } from "acorn";
import { full } from "acorn-walk";
import { entryAt } from "./compat_data.ts";

/** The names in a script, by what they are names of. */
export interface Names {
  /** Used without a declaration. */
  readonly globals: ReadonlySet<string>;
  /** Taken from a global that browsers offer, such as `Promise.try`. */
  readonly statics: ReadonlySet<string>;
  /** Taken from anything else. */
  readonly members: ReadonlySet<string>;
  /** Given to members of the script's own objects and classes. */
  readonly own: ReadonlySet<string>;
  /** Syntax that some browsers got late. */
  readonly syntax: ReadonlySet<string>;
}

/** The fields of syntax nodes that are looked at here. */
interface Part extends Node {
  name: string;
  computed: boolean;
  object: Part;
  property: Part;
  key: Part;
  id: Part | null;
  local: Part;
  left: Part;
  regex?: { pattern: string; flags: string };
}

const GLOBAL_OBJECTS = new Set(["globalThis", "window", "self"]);

export function collectNames(program: Node): Names {
  const declared = new Set<string>();
  const used = new Set<string>();
  const taken: [from: string, name: string][] = [];
  const members = new Set<string>();
  const own = new Set<string>();
  const syntax = new Set<string>();

  full(program, (node, _state, type) => {
    const part = node as Part;
    const { type: kind } = part;
    if (type === "VariablePattern") declared.add(part.name);
    else if (kind === "Identifier") used.add(part.name);
    else if (/^(Function|Class)/.test(kind) && part.id) declared.add(part.id.name);
    else if (/^Import.*Specifier$/.test(kind)) declared.add(part.local.name);
    else if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(kind)) {
      if (!part.computed) own.add(part.key.name);
    } else if (kind === "AssignmentExpression" && part.left.type === "MemberExpression") {
      own.add(part.left.property.name);
    } else if (kind === "MemberExpression" && !part.computed) {
      const { object, property: { name } } = part;
      if (object.type !== "Identifier") members.add(name);
      else if (GLOBAL_OBJECTS.has(object.name)) used.add(name);
      else taken.push([object.name, name]);
    } else for (const name of lateSyntax(part)) syntax.add(name);
  });

  const globals = new Set([...used].filter((name) => !declared.has(name)));
  const statics = new Set<string>();
  for (const [from, name] of taken) {
    if (globals.has(from) && isOffered(from)) statics.add(`${from}.${name}`);
    else members.add(name);
  }
  if (hasAwait(program)) syntax.add("await of a module");
  return { globals, statics, members, own, syntax };
}

function isOffered(name: string): boolean {
  return entryAt("javascript", "builtins", name) !== undefined ||
    entryAt("api", name) !== undefined;
}

function lateSyntax({ type, left, regex }: Part): string[] {
  if (type === "StaticBlock") return ["static block"];
  if (type === "BinaryExpression" && left.type === "PrivateIdentifier") return ["#name in"];
  return [
    ...regex !== undefined && /\(\?<[=!]/.test(regex.pattern) ? ["lookbehind"] : [],
    ...regex?.flags.includes("v") ? ["flag v"] : [],
  ];
}

/** Whether the module itself waits, outside all functions. */
function hasAwait(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasAwait);
  if (typeof node !== "object" || node === null || !("type" in node)) return false;
  if (/Function|PropertyDefinition|StaticBlock/.test(String(node.type))) return false;
  return node.type === "AwaitExpression" || Object.values(node).some(hasAwait);
}
