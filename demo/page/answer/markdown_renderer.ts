// Copyright 2026 the Rivulet authors. MIT license.

import * as smd from "streaming-markdown";
import { meantNumbers, readCitation } from "../../stars/citations.ts";
import { createCitation } from "./citation.ts";
import type { AnswerRenderer } from "../../markdown/gathered_renderer.ts";
import { hostToShow } from "../../markdown/link_host.ts";
import { createCodeCopy } from "./code_copy.ts";
import { element } from "./element.ts";
import type { Sources } from "./sources.ts";
import { markStrangers } from "./strangers.ts";

// Elements for the parser's tokens. The heading of the answer is an h2. An image is its alternative
// text, because an address in an answer must never be fetched: the answer is made from descriptions
// that strangers have written.
const TAGS: Readonly<Record<number, keyof HTMLElementTagNameMap>> = {
  [smd.PARAGRAPH]: "p",
  [smd.HEADING_1]: "h3",
  [smd.HEADING_2]: "h3",
  [smd.HEADING_3]: "h4",
  [smd.HEADING_4]: "h5",
  [smd.HEADING_5]: "h6",
  [smd.HEADING_6]: "h6",
  [smd.CODE_INLINE]: "code",
  [smd.ITALIC_AST]: "em",
  [smd.ITALIC_UND]: "em",
  [smd.STRONG_AST]: "strong",
  [smd.STRONG_UND]: "strong",
  [smd.STRIKE]: "s",
  [smd.LINK]: "a",
  [smd.RAW_URL]: "a",
  [smd.BLOCKQUOTE]: "blockquote",
  [smd.LINE_BREAK]: "br",
  [smd.RULE]: "hr",
  [smd.LIST_UNORDERED]: "ul",
  [smd.LIST_ORDERED]: "ol",
  [smd.LIST_ITEM]: "li",
};

/** Nobody sees more, and thousands of elements within each other end the tab. */
const MAX_DEPTH = 50;

const BLOCKS = "p, h3, h4, h5, h6, li, th, td";
const DIRECTED = `${BLOCKS}, ul, ol, blockquote`;

/**
 * Builds the answer from DOM nodes alone: no HTML, no script, no request, only links to web pages.
 */
export class MarkdownRenderer implements AnswerRenderer {
  readonly data = undefined;
  readonly #sources: Sources;
  readonly #open: HTMLElement[];
  /** Links whose address is none to follow. */
  readonly #refused = new WeakSet<HTMLElement>();
  #lastEnded: HTMLElement | undefined;

  constructor(root: HTMLElement, sources: Sources) {
    this.#open = [root];
    this.#sources = sources;
  }

  readonly add_token = (_: undefined, type: smd.Token): void => {
    if (type === smd.DOCUMENT) return;
    this.#open.push(this.#open.length < MAX_DEPTH ? this.#append(type) : this.#last);
  };

  readonly end_token = (): void => {
    const ended = this.#open.pop()!;
    if (ended === this.#open.at(-1)) return;
    this.#lastEnded = ended;
    if (ended.localName === "a") this.#finishLink(ended);
    else if (ended.matches(BLOCKS)) markStrangers(ended, this.#sources);
  };

  readonly giveUp = (mark: string): void => {
    const ended = this.#open.pop()!;
    if (ended !== this.#open.at(-1)) ended.replaceWith(mark, ...ended.childNodes);
  };

  readonly retract = (): void => this.#lastEnded?.remove();

  readonly add_text = (_: undefined, text: string): void => this.#last.append(text);

  readonly set_attr = (_: undefined, attribute: smd.Attr, value: string): void => {
    const last = this.#last;
    if (attribute === smd.HREF) this.#setAddress(last, value);
    else if (attribute === smd.START && /^\d+$/.test(value)) last.setAttribute("start", value);
    else if (attribute === smd.CHECKED) last.textContent = "☑ ";
  };

  /** Ends what the answer has left open. */
  finish(): void {
    while (this.#open.length > 1) this.end_token();
  }

  get #last(): HTMLElement {
    return this.#open.at(-1)!;
  }

  #append(type: smd.Token): HTMLElement {
    const parent = this.#last;
    if (type === smd.CODE_BLOCK || type === smd.CODE_FENCE) {
      const code = element("code");
      const pre = element("pre", { tabindex: "0" }, code);
      parent.append(element("div", { class: "code" }, pre, createCodeCopy(code, this.#sources)));
      return code;
    }
    if (type === smd.TABLE) {
      const table = element("table");
      parent.append(element("div", { class: "table", tabindex: "0" }, table));
      return table;
    }
    const made = createPlain(type, parent);
    // An answer may change its language from one block to the next. A block with a direction has it
    // from its own words, and not from those of blocks within that have one too.
    if (parent.closest("[dir]") === null && made.matches(DIRECTED)) made.dir = "auto";
    parent.append(made);
    return made;
  }

  #setAddress(link: HTMLElement, address: string): void {
    if (link.localName !== "a") return;
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
      this.#refused.add(link);
      return;
    }
    link.setAttribute("href", address);
    link.setAttribute("rel", "noopener noreferrer nofollow");
    link.setAttribute("target", "_blank");
  }

  /** `[1]` comes as a link without an address. */
  #finishLink(link: HTMLElement): void {
    const text = link.textContent;
    const address = link.getAttribute("href");
    if (address !== null) return showHost(link, hostToShow(address, text));
    if (this.#refused.has(link)) return link.replaceWith(...link.childNodes);
    const numbers = readCitation(text, this.#sources.matches.length);
    if (numbers === undefined) return link.replaceWith("[", ...link.childNodes, "]");
    const meant = meantNumbers(numbers, textBefore(link), this.#sources.matches);
    link.replaceWith(...meant.map((number) => createCitation(number, this.#sources)));
  }
}

/** What stands before an element in its block. */
function textBefore(element: HTMLElement): string {
  const range = document.createRange();
  range.setStart(element.closest(BLOCKS) ?? element.parentElement!, 0);
  range.setEndBefore(element);
  return range.toString();
}

/** A link may say anything: where it leads stands behind it, unless its text tells. */
function showHost(link: HTMLElement, host: string | undefined): void {
  if (host !== undefined) link.after(element("span", { class: "link-host" }, ` (${host})`));
}

function createPlain(type: smd.Token, parent: HTMLElement): HTMLElement {
  if (type === smd.TABLE_ROW) return element("tr");
  if (type === smd.TABLE_CELL) {
    return parent.previousElementSibling === null ? element("th", { scope: "col" }) : element("td");
  }
  if (type === smd.CHECKBOX) return element("span", { class: "task" }, "☐ ");
  return element(TAGS[type] ?? "span");
}
