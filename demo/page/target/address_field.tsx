// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { Field } from "../parts/field.tsx";
import type { TargetFormProps } from "./form_props.ts";

/** Where a server is. */
export function AddressField(
  { hint, onMove, form: { draft, problem, focusOn } }: {
    hint?: string;
    onMove: (address: string) => void;
    form: TargetFormProps;
  },
): JSX.Element {
  return (
    <Field label="Address" {...(hint === undefined ? {} : { hint })}>
      <input
        type="url"
        name="address"
        value={draft.address}
        spellcheck={false}
        autocomplete="off"
        autofocus={focusOn === "address"}
        aria-invalid={problem?.field === "address"}
        onInput={({ currentTarget: { value } }) => onMove(value)}
      />
    </Field>
  );
}
