// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./core/page.ts";
import { KEYS } from "./messages/key_words.ts";
import { Dialog } from "./parts/dialog.tsx";

/** The keys of the page. */
export function KeysDialog(): JSX.Element {
  const { state } = usePage();
  return (
    <Dialog id="keys-dialog" title="Keys" onClose={() => state.dialog.value = undefined}>
      <table>
        <tbody>
          {KEYS.map(([keys, words]) => (
            <tr key={keys}>
              <th scope="row">{keys}</th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
