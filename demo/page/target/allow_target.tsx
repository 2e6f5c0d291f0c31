// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { AllowHost } from "../reach/allow_host.tsx";
import type { TargetFormProps } from "./form_props.ts";

/** Stands in place of what an engine needs beside its address, until the page may connect to it. */
export function AllowTarget(
  { id, draft: { address, model }, asksAgain, isKeyed }: TargetFormProps & { isKeyed: boolean },
): JSX.Element {
  return (
    <AllowHost
      addresses={[address.trim()]}
      dialog={() => ({
        kind: "engine",
        picked: id,
        address: address.trim(),
        model: model === "" ? undefined : model,
        asksAgain,
        focusOn: isKeyed ? "key" : undefined,
      })}
    />
  );
}
