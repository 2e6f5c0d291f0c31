// Copyright 2026 the Rivulet authors. MIT license.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "./button.tsx";

/**
 * A dialog with a title and a way out. It is there as long as it is rendered; the browser gives the
 * focus back when it closes.
 */
export function Dialog(
  { id, title, onClose, children }: {
    id: string;
    title: string;
    onClose: () => void;
    children: ComponentChildren;
  },
): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current!;
    const opener = document.activeElement as HTMLElement | null;
    shown.showModal();
    shown.querySelector<HTMLElement>("[autofocus]")?.focus();
    return () => {
      shown.close();
      opener?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      id={id}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // A click on the backdrop is a click on the dialog itself.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <Button class="quiet" onClick={onClose}>Close</Button>
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

/** A part of a dialog with a heading. */
export function Section(
  { title, children }: { title: string; children: ComponentChildren },
): JSX.Element {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
