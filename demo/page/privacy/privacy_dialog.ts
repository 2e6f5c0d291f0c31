// Copyright 2026 the Rivulet authors. MIT license.

import { createSection, Dialog } from "../dialog.ts";
import { button, element } from "../dom.ts";
import { formatBytes } from "../format.ts";
import type { Keys } from "../engines/keys.ts";
import { createHint, createRow } from "../panels/panel.ts";
import { say } from "../status.ts";
import type { StarShelf } from "../stars/star_shelf.ts";
import type { Ledger } from "./ledger.ts";
import { createLedgerSection } from "./ledger_section.ts";
import { deleteEverything, listStorage, type StoredItem } from "./storage.ts";

/** What the dialog needs of the page. */
export interface PrivacyParts {
  readonly ledger: Ledger;
  readonly shelf: StarShelf;
  readonly keys: Keys;
  /** Something that was kept is gone. */
  readonly onRemoved: () => void;
  /** All of it will be gone; nothing may be kept any more. */
  readonly onDeleteAll: () => void;
}

/** The dialog that says what was sent and what is kept. */
export class PrivacyDialog {
  readonly #dialog = new Dialog("privacy-dialog", "Privacy and storage");
  readonly #parts: PrivacyParts;

  constructor(parts: PrivacyParts) {
    this.#parts = parts;
  }

  open(): void {
    const storage = element("div");
    this.#dialog.open(
      createLedgerSection(this.#parts.ledger.entries.get()),
      createSection("Kept in this browser", storage, this.#deleteAllRow()),
      createSection(
        "Never kept",
        createHint(
          "Questions, answers and tokens, and keys unless you keep one for this tab. They are gone when this page closes.",
        ),
      ),
    );
    this.#fillStorage(storage);
  }

  async #fillStorage(place: HTMLElement): Promise<void> {
    place.replaceChildren(createHint("Measuring…"));
    const items = await listStorage(await this.#parts.shelf.database(), this.#parts.keys);
    const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
    const rows = items.map((item) => this.#createRow(item, place));
    const sum = items.reduce((total, { bytes }) => total + bytes, 0);
    place.replaceChildren(
      items.length === 0 ? element("p", {}, "Nothing.") : element(
        "table",
        {},
        element("tbody", {}, ...rows),
        element(
          "tfoot",
          {},
          element(
            "tr",
            {},
            element("th", { scope: "row" }, "Together"),
            createSize(sum),
            element("td"),
          ),
        ),
      ),
      ...(estimate?.quota === undefined ? [] : [
        createHint(
          `The browser counts ${formatBytes(estimate.usage ?? 0)} for this site, and allows ${
            formatBytes(estimate.quota)
          }.`,
        ),
      ]),
    );
  }

  #createRow({ name, bytes, remove }: StoredItem, place: HTMLElement): HTMLElement {
    const gone = async (): Promise<void> => {
      await remove();
      say(`${name} deleted.`);
      this.#parts.onRemoved();
      await this.#fillStorage(place);
    };
    return element(
      "tr",
      {},
      element("td", {}, name),
      createSize(bytes),
      element(
        "td",
        { class: "number" },
        button("Delete", gone, { "class": "quiet", "aria-label": `Delete: ${name}` }),
      ),
    );
  }

  #showEmpty(): void {
    const reload = button("Reload the page", () => location.reload(), { class: "primary" });
    this.#dialog.open(
      createSection(
        "Everything is deleted",
        element(
          "p",
          {},
          "This browser keeps nothing of the page any more. It starts anew with a reload.",
        ),
        createRow(reload),
      ),
    );
    say("Everything is deleted.");
    reload.focus();
  }

  #deleteAllRow(): HTMLElement {
    const row = createRow();
    const ask = button("Delete everything", () => {
      const sure = button("Yes, delete everything", async () => {
        this.#parts.onDeleteAll();
        this.#parts.keys.clear();
        await deleteEverything(() => this.#parts.shelf.close());
        this.#showEmpty();
      }, { class: "danger" });
      row.replaceChildren(sure, button("Keep it", () => row.replaceChildren(ask)));
      sure.focus();
    }, { class: "danger" });
    row.append(ask);
    return row;
  }
}

function createSize(bytes: number): HTMLElement {
  return element(
    "td",
    { class: "number" },
    element("data", { value: String(bytes) }, formatBytes(bytes)),
  );
}
