// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { addressProblem } from "../engine/engine_choice.ts";
import { usePage } from "../page.ts";
import { Field } from "../parts/field.tsx";
import { Result } from "../parts/panel.tsx";
import { README_URL } from "../readmes/readme_url.ts";
import { changeSettings } from "../state/actions.ts";
import type { OpenDialog } from "../state/dialogs.ts";
import { GITHUB_API } from "./github_api.ts";
import { NAME_PROBLEM, readUserName } from "./user_name_text.ts";

interface Problem {
  readonly field: "user" | "github" | "readmes";
  readonly words: string;
}

/** The user name, and for those who need them a token and other addresses. */
export function StarsForm(
  { wish: { focusOn = "user", user }, onDone }: {
    wish: Extract<OpenDialog, { kind: "stars" }>;
    onDone: () => void;
  },
): JSX.Element {
  const { state, keys, late } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const problem = useSignal<Problem | undefined>(undefined);
  const { user: current, gitHubApiUrl = GITHUB_API, readmeUrl = README_URL } = state.settings
    .peek();
  /** The origin whose token stands in the field. */
  const shown = useRef(originOf(gitHubApiUrl));

  /** A token goes to its own origin alone: it must not follow the address to another one. */
  function moveToken(address: string): void {
    const origin = originOf(address);
    if (origin === shown.current) return;
    shown.current = origin;
    form.current!.querySelector<HTMLInputElement>('[name="token"]')!.value = keys.get(address) ??
      "";
  }

  function submit(event: Event): void {
    event.preventDefault();
    const read = (name: string): string =>
      form.current!.querySelector<HTMLInputElement>(`[name="${name}"]`)!.value.trim();
    const login = readUserName(read("user"));
    const [apiUrl, readmes] = [read("github"), read("readmes")];
    problem.value = problemOf({ login, apiUrl, readmes });
    if (problem.value !== undefined || login === undefined) {
      const { field } = problem.value!;
      if (field !== "user") form.current!.querySelector("details")!.open = true;
      return form.current!.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
    }
    changeSettings(state, {
      gitHubApiUrl: unlessDefault(apiUrl, GITHUB_API),
      readmeUrl: unlessDefault(readmes, README_URL),
    });
    keys.set(apiUrl, read("token"));
    onDone();
    late.use(({ stars }) => stars.read(login));
  }

  return (
    <form ref={form} class="stars-form" onSubmit={submit} noValidate>
      <div class="inline-field">
        <Field label="GitHub user name">
          <input
            name="user"
            defaultValue={user ?? current}
            placeholder="ana"
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            autofocus={focusOn === "user"}
            aria-invalid={problem.value?.field === "user"}
          />
        </Field>
        <button type="submit" class="primary">Load stars</button>
      </div>
      <Result>{problem.value?.words}</Result>
      <details class="ways" open={focusOn === "token"}>
        <summary>Token and GitHub server</summary>
        <Field
          label="Token"
          hint="Without one, GitHub answers 60 requests an hour: 6,000 stars. With one, 5,000 requests. It needs no permission, stays in memory, and is forgotten when you close this page."
        >
          <input
            type="password"
            name="token"
            defaultValue={keys.get(gitHubApiUrl)}
            autocomplete="off"
            spellcheck={false}
            autofocus={focusOn === "token"}
          />
        </Field>
        <Field label="GitHub API address" hint="For GitHub Enterprise.">
          <input
            type="url"
            name="github"
            defaultValue={gitHubApiUrl}
            onInput={({ currentTarget: { value } }) => moveToken(value)}
            spellcheck={false}
            aria-invalid={problem.value?.field === "github"}
          />
        </Field>
        <Field label="Address of READMEs" hint="For GitHub Enterprise.">
          <input
            type="url"
            name="readmes"
            defaultValue={readmeUrl}
            spellcheck={false}
            aria-invalid={problem.value?.field === "readmes"}
          />
        </Field>
      </details>
    </form>
  );
}

function problemOf(
  { login, apiUrl, readmes }: { login: string | undefined; apiUrl: string; readmes: string },
): Problem | undefined {
  if (login === undefined) return { field: "user", words: NAME_PROBLEM };
  for (const [field, address] of [["github", apiUrl], ["readmes", readmes]] as const) {
    const words = addressProblem(address);
    if (words !== undefined) return { field, words };
  }
  return undefined;
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** A default is not kept: the next version may have another one. */
function unlessDefault(address: string, standard: string): string | undefined {
  return address === standard ? undefined : address;
}
