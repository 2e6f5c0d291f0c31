// Copyright 2026 the Rivulet authors. MIT license.

import { findMentions, meansRepository } from "../../stars/mentions.ts";
import { element } from "./element.ts";
import type { Sources } from "./sources.ts";

/**
 * Marks each `owner/name` of a finished block that is not among the person's stars: models invent
 * names.
 */
export function markStrangers(block: Node, sources: Sources): void {
  block.normalize();
  for (const node of textNodesOf(block)) {
    const isEmphasised = node.parentElement?.closest("strong, em, code, a") !== null;
    const strangers = findMentions(node.data).filter((mention) =>
      meansRepository(mention, { isEmphasised }) && !sources.has(mention.name)
    );
    // From the back, so that the places before stay right.
    for (const { start, end } of strangers.reverse()) markRange(node, start, end);
  }
}

function textNodesOf(block: Node): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode() !== null) {
    const node = walker.currentNode as Text;
    if (node.parentElement?.closest("pre, button, .stranger-note") === null) nodes.push(node);
  }
  return nodes;
}

function markRange(node: Text, start: number, end: number): void {
  const named = node.splitText(start);
  named.splitText(end - start);
  const mark = element("span", { class: "stranger" });
  named.replaceWith(mark);
  mark.append(named);
  // Beside the code or the link and not inside, where it would look like a part of it.
  const whole = mark.closest("code, a") ?? mark;
  whole.after(element("span", { class: "stranger-note" }, " (not in your stars)"));
}
