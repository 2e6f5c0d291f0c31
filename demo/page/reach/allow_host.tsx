// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { Row } from "../parts/panel.tsx";
import type { OpenDialog } from "../state/dialogs.ts";
import { loadAgain } from "./load_again.ts";
import { hostsOf, notYetWords } from "./may_connect.ts";

/** Says that this load of the page may not connect to some addresses, and how it can. */
export function AllowHost(
  { addresses, dialog }: {
    addresses: readonly string[];
    /** Makes what is opened again after the reload, with the addresses in it. */
    dialog: () => OpenDialog;
  },
): JSX.Element {
  const page = usePage();
  const { keys, state } = page;
  const unkept = keys.listUnkept();
  const keeps = useSignal(false);
  const isLeaving = useSignal(false);
  function allow(): void {
    isLeaving.value = true;
    if (keeps.value) keys.keepAll();
    loadAgain(dialog(), page);
  }
  return (
    <div class="allow-host">
      <p id="allow-host-words">{notYetWords(addresses)}</p>
      {unkept.length > 0 && (
        <p class="hint">
          {`Loading it again forgets what is in memory only: the key or token for ${
            hostsOf(unkept)
          }.`}
        </p>
      )}
      {unkept.length > 0 && keys.canKeep && (
        <label class="check">
          <input
            type="checkbox"
            name="keep-all"
            checked={keeps.value}
            onChange={({ currentTarget: { checked } }) => keeps.value = checked}
          />
          Keep them for this tab
        </label>
      )}
      {state.storageTrouble.value !== undefined && state.stars.value !== undefined && (
        <p class="hint">This browser keeps nothing: the stars have to be read again then.</p>
      )}
      <Row>
        <Button
          name="allow"
          class="primary"
          aria-describedby="allow-host-words"
          disabled={isLeaving.value}
          onClick={allow}
        >
          Allow {hostsOf(addresses)} and load the page again
        </Button>
      </Row>
    </div>
  );
}
