// Copyright 2026 the Rivulet authors. MIT license.

import type { ComponentProps, JSX } from "preact";

/** A button that does something at once; without a type, one within a form would send the form. */
export function Button(props: ComponentProps<"button">): JSX.Element {
  return <button type="button" {...props} />;
}
