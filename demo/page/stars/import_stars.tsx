// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import { Section } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { Result } from "../parts/panel.tsx";
import { readExport } from "./read_export.ts";
import { starReading } from "./stars_part.ts";

/** Takes a list from a file that the page has written. */
export function ImportStars({ onDone }: { onDone: () => void }): JSX.Element {
  const { late } = usePage();
  const problem = useSignal<string | undefined>(undefined);

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const list = readExport(file.name, await file.text());
    problem.value = list === undefined
      ? "Choose a JSON file that this page has exported, with the name of the user, such as ana.json."
      : undefined;
    if (list === undefined) return;
    onDone();
    await late.use(starReading, (part) => part.take(list, file.lastModified));
  }
  return (
    <Section title="From a file">
      <Field label="A list that this page has exported as JSON">
        <input
          type="file"
          name="import"
          accept=".json,application/json"
          onChange={({ currentTarget: { files } }) => take(files?.[0])}
        />
      </Field>
      <Result>{problem.value}</Result>
    </Section>
  );
}
