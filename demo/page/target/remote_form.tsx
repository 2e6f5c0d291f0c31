// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/field.tsx";
import { Result } from "../parts/panel.tsx";
import { AddressField } from "./address_field.tsx";
import { AllowTarget } from "./allow_target.tsx";
import { isBeyondReach } from "./target_choice.ts";
import { withKeyOf } from "./target_draft.ts";
import type { TargetFormProps } from "./form_props.ts";
import { noteRemoteState } from "./note_states.ts";
import { ServiceModelField } from "./service_model_field.tsx";
import { SERVICES } from "./services.ts";

/** The address, the key and the model of a remote service. */
export function RemoteForm(props: TargetFormProps): JSX.Element {
  const { draft, onDraft, problem } = props;
  const { keys } = usePage();
  const move = (address: string, model = draft.model): void =>
    onDraft(withKeyOf(address, { model }, keys));
  return (
    <>
      <div class="services" role="group" aria-label="Services">
        {SERVICES.map(({ name, address }) => (
          <Button
            class="quiet"
            key={name}
            aria-pressed={address === draft.address}
            onClick={() => address !== draft.address && move(address, "")}
          >
            {name}
          </Button>
        ))}
      </div>
      <AddressField
        form={props}
        onMove={move}
        hint="Any service that speaks the chat completions protocol."
      />
      {isBeyondReach(draft.address.trim())
        ? <AllowTarget {...props} isKeyed />
        : <KeyAndModel {...props} />}
      <Result>{problem?.field !== "allow" && problem?.words}</Result>
    </>
  );
}

function KeyAndModel(props: TargetFormProps): JSX.Element {
  const { draft, onDraft, focusOn } = props;
  const { state, keys } = usePage();
  const key = useRef<HTMLInputElement>(null);
  const isKnown = keys.get(draft.address) !== undefined;
  const keep = (keepsKey: boolean): void => {
    // What is not to be kept any more goes at once.
    if (!keepsKey && keys.isKept(draft.address)) keys.set(draft.address, draft.key);
    onDraft({ ...draft, keepsKey });
  };
  const forget = (): void => {
    keys.set(draft.address, "");
    noteRemoteState(state, keys);
    onDraft({ ...draft, key: "", keepsKey: false });
    key.current?.focus();
  };
  return (
    <>
      <div class="inline-field">
        <Field label="Key">
          {/* Not a password of this page: a browser must not offer to keep it. */}
          <input
            ref={key}
            type="password"
            name="key"
            value={draft.key}
            autocomplete="off"
            spellcheck={false}
            autofocus={focusOn === "key"}
            onInput={({ currentTarget: { value } }) => onDraft({ ...draft, key: value })}
          />
        </Field>
        {isKnown && <Button onClick={forget}>Forget key</Button>}
      </div>
      <div class="keeping">
        <label class="check">
          <input
            type="checkbox"
            name="keep"
            checked={draft.keepsKey}
            onChange={({ currentTarget: { checked } }) => keep(checked)}
          />
          Keep for this tab
        </label>
        <p class="hint">
          The key goes to this address only. A reload forgets it, unless you keep it; a tab that you
          close and restore may bring a kept key back.
        </p>
      </div>
      <ServiceModelField {...props} />
    </>
  );
}
