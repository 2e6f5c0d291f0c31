// Copyright 2026 the Rivulet authors. MIT license.

import * as smd from "streaming-markdown";
import { hostToShow } from "../markdown/link_host.ts";
import { BLOCKS, CODE, LINKS, LISTS, STYLES } from "./ansi_tokens.ts";
import { AnswerTable } from "./answer_table.ts";
import { BlockLines } from "./block_lines.ts";
import type { Output } from "./output.ts";

const RULE_WIDTH = 40;

/** What is longer is not waited for: it is text, and may be no link at all. */
const MAX_LINK = 5000;

/** A link whose address comes behind its text. */
interface OpenLink {
  shown: string;
  plain: string;
  address: string | undefined;
  /** Whether its text is written as it comes. */
  isText: boolean;
}

/** Writes the parser's tokens to a terminal as they come; of tables and links, as they end. */
export class AnsiRenderer implements smd.Renderer<undefined> {
  readonly data = undefined;
  readonly #output: Output;
  readonly #write: (text: string) => void;
  readonly #lines: BlockLines;
  readonly #open: smd.Token[] = [];
  /** The next number of each open list; undefined where it has none. */
  readonly #numbers: (number | undefined)[] = [];
  readonly #links: OpenLink[] = [];
  #table: AnswerTable | undefined;
  #isChecked = false;

  constructor(output: Output, { width, write }: { width: number; write: (text: string) => void }) {
    this.#output = output;
    this.#write = write;
    this.#lines = new BlockLines(width);
  }

  /** The column behind what has been written. */
  get column(): number {
    return this.#lines.column;
  }

  readonly add_token = (_: undefined, type: smd.Token): void => {
    if (BLOCKS.has(type)) {
      this.#lines.startBlock({ isInItem: this.#open.includes(smd.LIST_ITEM) });
    }
    this.#open.push(type);
    if (type === smd.BLOCKQUOTE) this.#lines.indent(this.#output.style("dim", "│ "));
    else if (LISTS.has(type)) this.#numbers.push(type === smd.LIST_ORDERED ? 1 : undefined);
    else if (type === smd.LIST_ITEM) this.#lines.startItem(this.#nextMark());
    else if (LINKS.has(type)) this.#startLink();
    else if (type === smd.TABLE) this.#table = this.#startTable();
    else if (type === smd.TABLE_CELL) this.#table?.startCell();
    else if (type === smd.CHECKBOX) this.#isChecked = false;
    // Without colours the marks tell what is code.
    else if (CODE.has(type) && !this.#output.hasStyles) this.#putVerbatim("```\n");
  };

  readonly end_token = (): void => {
    const type = this.#open.pop()!;
    if (LINKS.has(type)) this.#endLink(this.#links.pop()!);
    else if (type === smd.LIST_ITEM) this.#endItem();
    else if (type === smd.BLOCKQUOTE) this.#lines.outdent();
    else if (LISTS.has(type)) this.#numbers.pop();
    else if (type === smd.LINE_BREAK) this.#endLine();
    else if (type === smd.TABLE_CELL) this.#table?.endCell();
    else if (type === smd.TABLE_ROW) this.#table?.endRow();
    else if (type === smd.TABLE) this.#endTable();
    else if (type === smd.CHECKBOX) this.#put(this.#isChecked ? "☑" : "☐");
    else if (type === smd.RULE) this.#putRule();
    else if (CODE.has(type) && !this.#output.hasStyles) this.#putVerbatim("\n```");
  };

  readonly add_text = (_: undefined, text: string): void => {
    const styles = this.#open.flatMap((type) => STYLES.get(type) ?? []);
    const lines = text.split("\n").map((line) => line && this.#output.style(styles, line));
    if (this.#open.some((type) => CODE.has(type))) this.#putVerbatim(lines.join("\n"));
    else this.#put(lines.join("\n"), text);
  };

  readonly set_attr = (_: undefined, attribute: smd.Attr, value: string): void => {
    const link = this.#links.at(-1);
    if (attribute === smd.HREF && link !== undefined) link.address = value;
    else if (attribute === smd.CHECKED) this.#isChecked = true;
    else if (attribute === smd.START && /^\d{1,9}$/.test(value)) {
      this.#numbers[this.#numbers.length - 1] = Number(value);
    }
  };

  /** Ends what the answer has left open, and writes the rest. */
  finish(): void {
    while (this.#open.length > 0) this.end_token();
    this.#write(this.#lines.end());
  }

  /** Text behind a limit of the parser. */
  plain(text: string): void {
    this.#put(text);
  }

  #nextMark(): string {
    const number = this.#numbers.at(-1);
    if (number === undefined) return "• ";
    this.#numbers[this.#numbers.length - 1] = number + 1;
    return `${number}. `;
  }

  #endItem(): void {
    // Its mark is shown also where nothing stands behind it.
    this.#write(this.#lines.startLine());
    this.#lines.outdent();
  }

  #endLine(): void {
    if (this.#table !== undefined || this.#links.length > 0) this.#put(" ");
    else this.#lines.endLine();
  }

  #startTable(): AnswerTable {
    return new AnswerTable({
      room: this.#lines.room,
      head: (text) => this.#output.style("bold", text),
      lines: (text) => {
        this.#lines.endLine();
        this.#putVerbatim(text);
      },
      text: (text, isFirst) => {
        if (isFirst) this.#lines.endLine();
        this.#write(this.#lines.push(text));
      },
    });
  }

  #endTable(): void {
    this.#table?.end();
    this.#table = undefined;
  }

  #startLink(): void {
    this.#links.push({ shown: "", plain: "", address: undefined, isText: false });
  }

  /** `[1]` comes as a link without an address. */
  #endLink({ shown, plain, address, isText }: OpenLink): void {
    if (isText) return this.#put(address === undefined ? "]" : `](${address})`);
    if (address === undefined) return this.#put(`[${shown}]`, `[${plain}]`);
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return this.#put(shown, plain);
    const place = new URL(address);
    // It looks like the host, and no page of anybody needs it.
    place.username = place.password = "";
    const { href } = place;
    const host = hostToShow(address, plain);
    if (!this.#output.hasLinks) {
      const isItself = plain.trim() === address && host === undefined;
      return this.#put(isItself ? shown : `${shown} (${href})`, plain);
    }
    // A link may say anything: where it leads stands behind it, unless its text tells.
    const where = host === undefined ? "" : this.#output.style("dim", ` (${host})`);
    this.#put(this.#output.link(shown, href) + where, plain);
  }

  #putRule(): void {
    const width = Math.min(RULE_WIDTH, this.#lines.room);
    this.#putVerbatim(this.#output.style("dim", "─".repeat(width)));
  }

  #put(text: string, plain: string = text): void {
    const link = this.#links.findLast(({ isText }) => !isText);
    if (link !== undefined) {
      link.shown += text;
      link.plain += plain;
      if (link.plain.length > MAX_LINK) this.#endWait(link);
    } else if (this.#table !== undefined) this.#table.put(text);
    else if (text !== "") this.#write(this.#lines.push(text));
  }

  #endWait(link: OpenLink): void {
    const { shown, plain } = link;
    link.isText = true;
    link.shown = link.plain = "";
    this.#put(`[${shown}`, `[${plain}`);
  }

  #putVerbatim(text: string): void {
    this.#write(this.#lines.pushVerbatim(text));
  }
}
