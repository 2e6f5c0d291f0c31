// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { promptWords } from "../../engines/doctor.ts";
import { Button } from "../parts/button.tsx";
import { FailureWords } from "../parts/failure_words.tsx";
import { usePage } from "../core/page.ts";
import { Field } from "../parts/field.tsx";
import { Result, Row } from "../parts/panel.tsx";
import { AddressField } from "./address_field.tsx";
import { AllowTarget } from "./allow_target.tsx";
import { isBeyondReach } from "./target_choice.ts";
import type { TargetFormProps } from "./form_props.ts";
import { modelListWords } from "../messages/model_list_words.ts";
import { thisPlace } from "./place.ts";
import { type CheckStep, useServerCheck } from "./use_server_check.ts";

/** The address and the model of a server on this computer or its network. */
export function ServerForm(props: TargetFormProps): JSX.Element {
  const { draft, onDraft } = props;
  const { keys } = usePage();
  const button = useRef<HTMLButtonElement>(null);
  const { step, check, forget } = useServerCheck(props);
  const isBarred = isBeyondReach(draft.address.trim());
  const move = (address: string): void => {
    forget();
    onDraft({ ...draft, address, key: keys.get(address) ?? "", found: undefined });
  };
  /** The button that was pressed may be gone by now. */
  const checkOnce = (): void => {
    button.current?.focus();
    if (step.kind !== "asking") check();
  };
  return (
    <>
      <div class="inline-field">
        <AddressField form={props} onMove={move} />
        {!isBarred && (
          <Button ref={button} aria-disabled={step.kind === "asking"} onClick={checkOnce}>
            Check connection
          </Button>
        )}
      </div>
      {isBarred
        ? <AllowTarget {...props} isKeyed={false} />
        : <CheckAndModel {...props} step={step} check={checkOnce} />}
    </>
  );
}

function CheckAndModel(
  { id, draft, onDraft, onNeedsKey, problem, focusOn, step, check }: TargetFormProps & {
    step: CheckStep;
    check: () => void;
  },
): JSX.Element {
  const names = step.kind === "found" ? step.models : draft.model === "" ? [] : [draft.model];
  return (
    <>
      <Result>
        {problem?.words ?? <CheckWords step={step} id={id} />}
        {step.kind === "failed" && (
          <FailureWords reason={step.diagnosis}>
            <Row>
              {step.diagnosis.next === "address" && (
                <Button
                  class="primary"
                  onClick={() => onNeedsKey(draft.address)}
                >
                  Enter a key
                </Button>
              )}
              <Button onClick={check}>Check again</Button>
            </Row>
          </FailureWords>
        )}
      </Result>
      <Field label="Model">
        <select
          name="model"
          value={draft.model}
          autofocus={focusOn === "model"}
          onChange={({ currentTarget: { value } }) => onDraft({ ...draft, model: value })}
        >
          {names.length === 0 && <option value="">Automatic</option>}
          {names.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </Field>
    </>
  );
}

function CheckWords(
  { step, id }: { step: CheckStep; id: TargetFormProps["id"] },
): JSX.Element | null {
  switch (step.kind) {
    case "asking":
      return (
        <p class="hint">
          {step.isSlow ? promptWords(thisPlace()) : "Asking for its models…"}
        </p>
      );
    case "silent":
      return <p>No answer within 30 s. Look whether the browser has asked you something.</p>;
    case "found":
      return <p>{modelListWords(id, step.models, step.state.server)}</p>;
    default:
      return null;
  }
}
