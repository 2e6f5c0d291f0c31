// Copyright 2026 the Rivulet authors. MIT license.

import type { Cell } from "../cell.ts";
import { createField, createSection, Dialog } from "../dialog.ts";
import { button, element } from "../dom.ts";
import { addressProblem } from "../engines/engine_choice.ts";
import type { Keys } from "../engines/keys.ts";
import { formatCount } from "../format.ts";
import { createHint, createResult, createRow } from "../panels/panel.ts";
import type { Settings } from "../settings.ts";
import { README_URL } from "../readmes/readmes.ts";
import { GITHUB_API, type StarsReader } from "./stars_reader.ts";
import { PAGE_SIZE } from "../../stars/github.ts";
import { createNameInput, NAME_PROBLEM, readUserName } from "./user_name.ts";

/** The dialog in which a person says whose stars are searched. */
export class StarsDialog {
  readonly #dialog = new Dialog("stars-dialog", "Whose stars?");
  readonly #parts: { settings: Cell<Settings>; keys: Keys; reader: StarsReader };
  /** Sections of others, made anew each time. */
  readonly #more: () => readonly HTMLElement[];

  constructor(
    parts: { settings: Cell<Settings>; keys: Keys; reader: StarsReader },
    more: () => readonly HTMLElement[],
  ) {
    this.#parts = parts;
    this.#more = more;
  }

  open(focusOn: "user" | "token" = "user"): void {
    const { settings } = this.#parts;
    const form = this.#createForm();
    this.#dialog.open(
      form,
      ...this.#currentSection(),
      ...this.#more(),
      createSection(
        "Sample",
        createHint("240 well-known repositories, to try the page without an account."),
        createRow(
          button("Use the sample", () => {
            this.#parts.reader.useSample();
            this.#dialog.close();
          }, { disabled: settings.get().user === undefined }),
        ),
      ),
    );
    if (focusOn === "token") form.querySelector("details")!.open = true;
    form.querySelector<HTMLElement>(`[name="${focusOn}"]`)?.focus();
  }

  close(): void {
    this.#dialog.close();
  }

  #createForm(): HTMLElement {
    const { settings, keys, reader } = this.#parts;
    const { user, gitHubApiUrl = GITHUB_API, readmeUrl = README_URL } = settings.get();
    const name = createNameInput({ name: "user", value: user, placeholder: "ana" });
    const token = element("input", {
      type: "password",
      name: "token",
      value: keys.get(gitHubApiUrl),
      autocomplete: "off",
    });
    const address = element("input", { type: "url", name: "github", value: gitHubApiUrl });
    const readmes = element("input", { type: "url", name: "readmes", value: readmeUrl });
    const result = createResult();
    const form = element(
      "form",
      {},
      element(
        "section",
        {},
        element(
          "div",
          { class: "inline-field" },
          createField("GitHub user name", name),
          element("button", { type: "submit", class: "primary" }, "Load stars"),
        ),
        result,
        element(
          "details",
          { class: "ways" },
          element("summary", {}, "Token and GitHub server"),
          createField(
            "Token",
            token,
            "Only for more than 6,000 stars: GitHub then allows 5,000 requests an hour, not 60. It needs no permission at all, " +
              "stays in memory, and is forgotten when you close this page.",
          ),
          createField("GitHub API address", address, "For GitHub Enterprise."),
          createField("Address of READMEs", readmes, "For GitHub Enterprise."),
        ),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const login = readUserName(name.value);
      const problem = addressProblem(address.value) ?? addressProblem(readmes.value);
      if (login === undefined) return result.replaceChildren(NAME_PROBLEM);
      if (problem !== undefined) return result.replaceChildren(problem);
      const apiUrl = address.value.trim();
      settings.set({
        ...settings.get(),
        gitHubApiUrl: unlessDefault(apiUrl, GITHUB_API),
        readmeUrl: unlessDefault(readmes.value.trim(), README_URL),
      });
      keys.set(apiUrl, token.value);
      this.#dialog.close();
      reader.read(login);
    });
    return form;
  }

  #currentSection(): HTMLElement[] {
    const { reader } = this.#parts;
    const { stars } = reader;
    if (stars === undefined) return [];
    const { user, repositories, nextPage, total, savedAt } = stars;
    const run = (anew: boolean) => () => {
      this.#dialog.close();
      reader.read(user, { anew });
    };
    const requests = Math.max(1, Math.ceil(total / PAGE_SIZE));
    return [createSection(
      `@${user}`,
      createHint(
        `${formatCount(repositories.length)} stars, read ${
          new Date(savedAt).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })
        }. New stars take about one request; what you have unstarred goes only with a full reload.`,
      ),
      createRow(
        button(nextPage === undefined ? "Look for new stars" : "Read the rest", run(false)),
        button(`Full reload (${requests} ${requests === 1 ? "request" : "requests"})`, run(true)),
      ),
    )];
  }
}

/** A default is not kept: the next version may have another one. */
function unlessDefault(address: string, standard: string): string | undefined {
  return address === standard ? undefined : address;
}
