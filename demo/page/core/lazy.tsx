// Copyright 2026 the Rivulet authors. MIT license.

import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { LatePart } from "./late_parts.ts";
import { usePage } from "./page.ts";

/** A view whose code comes late, and the place of it. */
export type LazyView<Props> = FunctionComponent<Props> & {
  readonly part: LatePart<FunctionComponent<Props>>;
};

/** Stands for a view until that is here; where it is to be seen it is asked for. */
export function lazy<Props extends object = Record<never, never>>(): LazyView<Props> {
  const part = new LatePart<FunctionComponent<Props>>();
  function Lazy(props: Props): JSX.Element | null {
    const { late } = usePage();
    useEffect(() => void late.load(), []);
    const Made = late.areHere.value ? part.made : undefined;
    return Made === undefined ? null : <Made {...props} />;
  }
  return Object.assign(Lazy, { part });
}
