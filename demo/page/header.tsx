// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./core/page.ts";
import { PageMenu } from "./lazy_views.ts";
import { Button } from "./parts/button.tsx";
import { Menu } from "./parts/menu.tsx";
import type { OpenDialog } from "./state/dialogs.ts";
import { targetNameOf } from "./messages/target_names.ts";
import { serverNameOf, targetStateOf } from "./messages/target_states.ts";
import { formatCount } from "./messages/format.ts";
import { privacyWords } from "./messages/privacy_words.ts";

/** The head: whose stars, who answers, what was sent. */
export function Header(): JSX.Element {
  return (
    <header>
      <div class="inner">
        <h1>Ask your stars</h1>
        <nav aria-label="Settings" class="chips">
          <StarsChip />
          <TargetChip />
          <PrivacyChip />
          <Menu label="More">
            <PageMenu />
          </Menu>
        </nav>
      </div>
    </header>
  );
}

function StarsChip(): JSX.Element {
  const { title, repositories } = usePage().state.collection.value;
  return <Chip kind="stars" name={title} detail={formatCount(repositories.length)} keepsDetail />;
}

function TargetChip(): JSX.Element {
  const { settings, targets } = usePage().state;
  const { engine } = settings.value;
  const found = targetStateOf(targets.value, engine);
  const { words, mood, model } = found;
  const short = serverNameOf(found) ?? targetNameOf(engine).short;
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
  const shortName = name.replace(/^Sent to /, "");
  return <Chip kind="privacy" name={name} shortName={shortName} detail={detail} />;
}

function Chip(
  { kind, name, shortName = name, detail, mood, keepsDetail = false }: {
    kind: Exclude<OpenDialog["kind"], "questions" | "keys">;
    name: string;
    /** For a phone. */
    shortName?: string;
    detail: string;
    mood?: "neutral" | "ready" | "failed";
    /** Whether a phone has room for the detail as well. */
    keepsDetail?: boolean;
  },
): JSX.Element {
  const { state } = usePage();
  const open = (): void => void (state.dialog.value = { kind });
  return (
    <Button class="chip" id={`${kind}-chip`} aria-haspopup="dialog" onClick={open}>
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
    </Button>
  );
}
