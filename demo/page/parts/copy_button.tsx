// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { usePage } from "../core/page.ts";
import { say } from "../actions/actions.ts";
import { Button } from "./button.tsx";

/** How long the button says that it has worked. */
const SAID_MS = 2000;

/** A button that copies a text, and says so. */
export function CopyButton(
  { readText, label = "Copy", name, className }: {
    readText: () => string | Promise<string>;
    label?: string;
    /** What a screen reader calls it, where the label alone does not tell. */
    name?: string;
    className?: string;
  },
): JSX.Element {
  const { state } = usePage();
  const said = useSignal<string | undefined>(undefined);
  useEffect(() => {
    if (said.value === undefined) return;
    const timer = setTimeout(() => said.value = undefined, SAID_MS);
    return () => clearTimeout(timer);
  }, [said.value]);

  async function copy(): Promise<void> {
    said.value = await copyText(await readText()) ? "Copied" : "Not allowed";
    say(state, `${said.value}.`);
  }
  return (
    <Button
      class={className}
      aria-label={said.value === undefined ? name : undefined}
      onClick={copy}
    >
      {said.value ?? label}
    </Button>
  );
}

/** Copies a text; resolves with whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
