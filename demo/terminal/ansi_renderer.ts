// Copyright 2026 the Rivulet authors. MIT license.

import * as smd from "streaming-markdown";
import { hostToShow } from "../markdown/link_host.ts";
import { widthOf } from "./fit.ts";
import type { Output, Style } from "./output.ts";
import { tableLines } from "./table_lines.ts";
import { WordWrap } from "./word_wrap.ts";

/** How the parser's tokens look. */
const STYLES: Readonly<Record<number, Style>> = {
  [smd.HEADING_1]: "bold",
  [smd.HEADING_2]: "bold",
  [smd.HEADING_3]: "bold",
  [smd.HEADING_4]: "bold",
  [smd.HEADING_5]: "bold",
  [smd.HEADING_6]: "bold",
  [smd.STRONG_AST]: "bold",
  [smd.STRONG_UND]: "bold",
  [smd.ITALIC_AST]: "italic",
  [smd.ITALIC_UND]: "italic",
  [smd.STRIKE]: "strikethrough",
  [smd.CODE_INLINE]: "cyan",
  [smd.CODE_FENCE]: "cyan",
  [smd.CODE_BLOCK]: "cyan",
};

const CODE: ReadonlySet<smd.Token> = new Set([smd.CODE_FENCE, smd.CODE_BLOCK]);
const LINKS: ReadonlySet<smd.Token> = new Set([smd.LINK, smd.RAW_URL]);
/** They stand apart from what is before them. */
const BLOCKS: ReadonlySet<smd.Token> = new Set([
  smd.PARAGRAPH,
  smd.HEADING_1,
  smd.HEADING_2,
  smd.HEADING_3,
  smd.HEADING_4,
  smd.HEADING_5,
  smd.HEADING_6,
  smd.CODE_FENCE,
  smd.CODE_BLOCK,
  smd.BLOCKQUOTE,
  smd.LIST_UNORDERED,
  smd.LIST_ORDERED,
  smd.TABLE,
  smd.RULE,
  smd.EQUATION_BLOCK,
]);

const RULE_WIDTH = 40;

/** A link whose address comes behind its text. */
interface OpenLink {
  shown: string;
  plain: string;
  address: string | undefined;
}

/** Writes the parser's tokens to a terminal as they come; of tables and links, as they end. */
export class AnsiRenderer implements smd.Renderer<undefined> {
  readonly data = undefined;
  readonly #output: Output;
  readonly #width: number;
  readonly #write: (text: string) => void;
  readonly #wrap: WordWrap;
  readonly #open: smd.Token[] = [];
  readonly #indents: string[] = [];
  /** The next number of each open list; undefined where it has none. */
  readonly #numbers: (number | undefined)[] = [];
  readonly #links: OpenLink[] = [];
  #rows: string[][] | undefined;
  #isChecked = false;
  /** Line ends to write before more text, and what the next line begins with. */
  #breaks = 0;
  #first: string | undefined = "";
  #blank = "";
  #isStart = true;

  constructor(output: Output, { width, write }: { width: number; write: (text: string) => void }) {
    this.#output = output;
    this.#width = width;
    this.#write = write;
    this.#wrap = new WordWrap(width);
  }

  /** The column behind what has been written. */
  get column(): number {
    return this.#wrap.column;
  }

  readonly add_token = (_: undefined, type: smd.Token): void => {
    if (BLOCKS.has(type)) this.#startBlock();
    this.#open.push(type);
    if (type === smd.BLOCKQUOTE) this.#indent(this.#output.style("dim", "│ "));
    else if (type === smd.LIST_UNORDERED) this.#numbers.push(undefined);
    else if (type === smd.LIST_ORDERED) this.#numbers.push(1);
    else if (type === smd.LIST_ITEM) this.#startItem();
    else if (LINKS.has(type)) this.#links.push({ shown: "", plain: "", address: undefined });
    else if (type === smd.TABLE) this.#rows = [];
    else if (type === smd.TABLE_ROW) this.#rows?.push([]);
    else if (type === smd.TABLE_CELL) this.#rows?.at(-1)?.push("");
    else if (type === smd.CHECKBOX) this.#isChecked = false;
    // Without colours the marks tell what is code.
    else if (CODE.has(type) && !this.#output.hasStyles) this.#verbatim("```\n");
  };

  readonly end_token = (): void => {
    const type = this.#open.pop()!;
    if (LINKS.has(type)) this.#endLink(this.#links.pop()!);
    else if (type === smd.LIST_ITEM) this.#endItem();
    else if (type === smd.BLOCKQUOTE) this.#indents.pop();
    else if (type === smd.LIST_UNORDERED || type === smd.LIST_ORDERED) this.#numbers.pop();
    else if (type === smd.LINE_BREAK) this.#endLine();
    else if (type === smd.TABLE_CELL) this.#endCell();
    else if (type === smd.TABLE) this.#endTable();
    else if (type === smd.CHECKBOX) this.#put(this.#isChecked ? "☑" : "☐");
    else if (type === smd.RULE) this.#verbatim(this.#output.style("dim", "─".repeat(this.#rule)));
    else if (CODE.has(type) && !this.#output.hasStyles) this.#verbatim("\n```");
  };

  readonly add_text = (_: undefined, text: string): void => {
    const isCode = this.#open.some((type) => CODE.has(type));
    const styles = this.#open.flatMap((type) => STYLES[type] ?? []);
    const lines = text.split("\n").map((line) => line && this.#output.style(styles, line));
    if (isCode) this.#verbatim(lines.join("\n"));
    else this.#put(lines.join("\n"), text);
  };

  readonly set_attr = (_: undefined, attribute: smd.Attr, value: string): void => {
    const link = this.#links.at(-1);
    if (attribute === smd.HREF && link !== undefined) link.address = value;
    else if (attribute === smd.CHECKED) this.#isChecked = true;
    else if (attribute === smd.START && /^\d{1,9}$/.test(value)) {
      // The mark of the first item may have been made already.
      this.#numbers[this.#numbers.length - 1] = Number(value);
    }
  };

  /** Ends what the answer has left open, and writes the rest. */
  finish(): void {
    while (this.#open.length > 0) this.end_token();
    this.#write(this.#wrap.end());
  }

  /** Text behind a limit of the parser. */
  plain(text: string): void {
    this.#put(text);
  }

  get #rule(): number {
    return Math.min(RULE_WIDTH, this.#room);
  }

  /** The columns that are left between the indent and the end of the line. */
  get #room(): number {
    return Math.max(1, this.#width - widthOf(this.#indents.join("")));
  }

  get #isFresh(): boolean {
    return this.#isStart || this.#breaks > 0 || this.#first !== undefined;
  }

  #startBlock(): void {
    if (this.#isFresh) return;
    this.#breaks = this.#open.includes(smd.LIST_ITEM) ? 1 : 2;
    this.#blank = this.#indents.join("").trimEnd();
  }

  #startItem(): void {
    const number = this.#numbers.at(-1);
    if (number !== undefined) this.#numbers[this.#numbers.length - 1] = number + 1;
    const mark = number === undefined ? "• " : `${number}. `;
    if (this.#first === undefined && this.#breaks === 0 && !this.#isStart) this.#breaks = 1;
    this.#first = (this.#first || this.#indents.join("")) + mark;
    this.#indent(" ".repeat(mark.length));
  }

  #endItem(): void {
    this.#startLine();
    this.#indents.pop();
  }

  /** Lists within lists can be deeper than a line is wide. */
  #indent(text: string): void {
    this.#indents.push(this.#room > this.#width / 2 ? text : "");
  }

  #endLine(): void {
    if (this.#rows !== undefined || this.#links.length > 0) this.#put(" ");
    else if (!this.#isFresh) this.#breaks = 1;
  }

  #endCell(): void {
    const row = this.#rows?.at(-1);
    if (row === undefined) return;
    const text = row.pop()!.trim();
    row.push(this.#rows!.length === 1 ? this.#output.style("bold", text) : text);
  }

  #endTable(): void {
    const rows = this.#rows ?? [];
    this.#rows = undefined;
    this.#verbatim(tableLines(rows, this.#room).join("\n"));
  }

  /** `[1]` comes as a link without an address. */
  #endLink({ shown, plain, address }: OpenLink): void {
    if (address === undefined) return this.#put(`[${shown}]`, `[${plain}]`);
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return this.#put(shown, plain);
    const { href } = new URL(address);
    if (!this.#output.hasLinks) {
      return this.#put(plain.trim() === address ? shown : `${shown} (${href})`, plain);
    }
    // A link may say anything: where it leads stands behind it, unless its text tells.
    const host = hostToShow(address, plain);
    const where = host === undefined ? "" : this.#output.style("dim", ` (${host})`);
    this.#put(this.#output.link(shown, href) + where, plain);
  }

  #put(text: string, plain: string = text): void {
    const link = this.#links.at(-1);
    const row = this.#rows?.at(-1);
    if (link !== undefined) {
      link.shown += text;
      link.plain += plain;
    } else if (row !== undefined) row.push((row.pop() ?? "") + text);
    else if (text !== "") {
      this.#startLine();
      this.#write(this.#wrap.push(text));
    }
  }

  #verbatim(text: string): void {
    this.#startLine();
    this.#write(this.#wrap.end() + this.#wrap.pushVerbatim(text));
  }

  #startLine(): void {
    if (!this.#isFresh) return;
    const indent = this.#indents.join("");
    const first = this.#first || indent;
    const blanks = Array.from(
      { length: Math.max(0, this.#breaks - 1) },
      () => this.#wrap.newLine(this.#blank),
    );
    const line = this.#isStart
      ? this.#wrap.startLine(first, indent)
      : this.#wrap.newLine(first, indent);
    this.#isStart = false;
    this.#breaks = 0;
    this.#first = undefined;
    this.#write(blanks.join("") + line);
  }
}
