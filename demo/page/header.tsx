// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./page.ts";
import type { OpenDialog } from "./state/dialogs.ts";
import { engineNameOf } from "./state/engine_names.ts";
import { engineStateOf, serverNameOf } from "./state/engine_states.ts";
import { formatCount } from "./state/format.ts";
import { privacyWords } from "./state/ledger.ts";

/** The head: whose stars, who answers, what was sent. */
export function Header(): JSX.Element {
  return (
    <header>
      <div class="inner">
        <h1>Ask your stars</h1>
        <nav aria-label="Settings" class="chips">
          <StarsChip />
          <EngineChip />
          <PrivacyChip />
        </nav>
      </div>
    </header>
  );
}

function StarsChip(): JSX.Element {
  const { title, repositories } = usePage().state.collection.value;
  return <Chip kind="stars" name={title} detail={formatCount(repositories.length)} keepsDetail />;
}

function EngineChip(): JSX.Element {
  const { settings, engines } = usePage().state;
  const { engine } = settings.value;
  const found = engineStateOf(engines.value, engine);
  const { words, mood, model } = found;
  const short = serverNameOf(found) ?? engineNameOf(engine).short;
  const isModelNamed = mood === "ready" && model !== undefined && engine !== "webllm";
  return (
    <Chip
      kind="engine"
      name={isModelNamed ? model : short}
      shortName={short}
      detail={words}
      mood={mood}
    />
  );
}

function PrivacyChip(): JSX.Element {
  const { name, detail } = privacyWords(usePage().state.ledger.value);
  return <Chip kind="privacy" name={name} detail={detail} />;
}

function Chip(
  { kind, name, shortName = name, detail, mood, keepsDetail = false }: {
    kind: Exclude<OpenDialog["kind"], "questions">;
    name: string;
    /** For a phone. */
    shortName?: string;
    detail: string;
    mood?: "neutral" | "ready" | "failed";
    /** Whether a phone has room for the detail as well. */
    keepsDetail?: boolean;
  },
): JSX.Element {
  const { state, late } = usePage();
  const open = () => {
    state.dialog.value = { kind };
    late.use(() => {});
  };
  return (
    <button type="button" class="chip" id={`${kind}-chip`} aria-haspopup="dialog" onClick={open}>
      {mood !== undefined && <span class={`dot ${mood}`} aria-hidden="true" />}
      <span class="name" dir="auto">
        {shortName === name ? name : (
          <>
            <span class="long">{name}</span>
            <span class="short">{shortName}</span>
          </>
        )}
      </span>
      {detail !== "" && <span class={keepsDetail ? "detail kept" : "detail"}>{detail}</span>}
    </button>
  );
}
