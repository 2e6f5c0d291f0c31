// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { addressProblem, isBeyondReach } from "../target/target_choice.ts";
import { usePage } from "../core/page.ts";
import { Field } from "../parts/field.tsx";
import { Result } from "../parts/panel.tsx";
import { AllowHost } from "../reach/allow_host.tsx";
import { notYetWords } from "../reach/may_connect.ts";
import { README_URL } from "../readmes/readme_url.ts";
import { changeSettings } from "../actions/actions.ts";
import type { OpenDialog } from "../state/dialogs.ts";
import { GITHUB_API } from "./github_api.ts";
import { readUserName } from "../../stars/user_name.ts";
import { NAME_PROBLEM } from "../messages/name_problem.ts";
import { starReading } from "./stars_part.ts";

interface Problem {
  readonly field: "user" | "github" | "readmes" | "allow";
  readonly words: string;
}

/** The user name, and for those who need them a token and other addresses. */
export function StarsForm(
  { wish, onDone }: {
    wish: Extract<OpenDialog, { kind: "stars" }>;
    onDone: () => void;
  },
): JSX.Element {
  const { focusOn = "user", user } = wish;
  const { state, keys, late } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const problem = useSignal<Problem | undefined>(undefined);
  const settings = state.settings.peek();
  const addresses = useSignal({
    gitHubApiUrl: wish.gitHubApiUrl ?? settings.gitHubApiUrl ?? GITHUB_API,
    readmeUrl: wish.readmeUrl ?? settings.readmeUrl ?? README_URL,
  });
  const { gitHubApiUrl, readmeUrl } = addresses.value;
  const barred = [gitHubApiUrl, readmeUrl].filter(isBeyondReach);
  const startsOpen = useRef(focusOn === "token" || barred.length > 0);
  /** The origin whose token stands in the field. */
  const shown = useRef(originOf(gitHubApiUrl));

  /** A token goes to its own origin alone: it must not follow the address to another one. */
  function moveToken(address: string): void {
    addresses.value = { ...addresses.value, gitHubApiUrl: address.trim() };
    const origin = originOf(address);
    if (origin === shown.current) return;
    shown.current = origin;
    field("token")!.value = keys.get(address) ?? "";
  }

  function field(name: string): HTMLInputElement | null {
    return form.current!.querySelector<HTMLInputElement>(`[name="${name}"]`);
  }
  const read = (name: string): string => field(name)!.value.trim();

  function submit(event: Event): void {
    event.preventDefault();
    const login = readUserName(read("user"));
    const [apiUrl, readmes] = [read("github"), read("readmes")];
    problem.value = problemOf({ login, apiUrl, readmes });
    if (problem.value !== undefined || login === undefined) {
      const name = problem.value!.field;
      if (name !== "user") form.current!.querySelector("details")!.open = true;
      return field(name)?.focus();
    }
    changeSettings(state, {
      gitHubApiUrl: unlessDefault(apiUrl, GITHUB_API),
      readmeUrl: unlessDefault(readmes, README_URL),
    });
    keys.set(apiUrl, read("token"));
    onDone();
    late.use(starReading, (part) => part.read(login));
  }

  return (
    <form ref={form} class="stars-form" onSubmit={submit} noValidate>
      <div class="inline-field">
        <Field label="GitHub user name">
          <input
            name="user"
            defaultValue={user ?? settings.user}
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
      <Result>{problem.value?.field !== "allow" && problem.value?.words}</Result>
      <details class="ways" open={startsOpen.current}>
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
            disabled={isBeyondReach(gitHubApiUrl)}
          />
        </Field>
        <Field label="GitHub API address" hint="For GitHub Enterprise.">
          <input
            type="url"
            name="github"
            value={gitHubApiUrl}
            onInput={({ currentTarget: { value } }) => moveToken(value)}
            spellcheck={false}
            aria-invalid={problem.value?.field === "github"}
          />
        </Field>
        <Field label="Address of READMEs" hint="For GitHub Enterprise.">
          <input
            type="url"
            name="readmes"
            value={readmeUrl}
            onInput={({ currentTarget: { value } }) =>
              addresses.value = { ...addresses.value, readmeUrl: value.trim() }}
            spellcheck={false}
            aria-invalid={problem.value?.field === "readmes"}
          />
        </Field>
        {barred.length > 0 && (
          <AllowHost
            addresses={barred}
            dialog={() => ({
              kind: "stars",
              focusOn: "token",
              user: read("user"),
              gitHubApiUrl,
              readmeUrl,
            })}
          />
        )}
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
  const barred = [apiUrl, readmes].filter(isBeyondReach);
  if (barred.length > 0) return { field: "allow", words: notYetWords(barred) };
  return undefined;
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** A default is not kept: the next version may have another one. */
function unlessDefault(address: string, standard: string): string | undefined {
  return address === standard ? undefined : address;
}
