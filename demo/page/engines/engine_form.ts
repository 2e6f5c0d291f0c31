// Copyright 2026 the Rivulet authors. MIT license.

/** The settings of one engine in the dialog. */
export interface EngineForm {
  readonly element: HTMLElement;
  /** Takes over what was entered; false where something is wrong, and then the form says what. */
  apply(): boolean;
}
