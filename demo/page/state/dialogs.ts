// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";

/** The dialog that is open, and where in it a person starts. */
export type OpenDialog =
  | {
    readonly kind: "stars";
    readonly focusOn?: "user" | "token" | "meanings" | undefined;
    /** A name that is kept, while a token is added for it. */
    readonly user?: string | undefined;
    /** Addresses to set up, which are not in the settings yet. */
    readonly gitHubApiUrl?: string | undefined;
    readonly readmeUrl?: string | undefined;
  }
  | {
    readonly kind: "engine";
    readonly picked?: LLMProviderId | undefined;
    readonly focusOn?: "key" | "model" | "address" | undefined;
    /** An address to set up, which is not in the settings yet. */
    readonly address?: string | undefined;
    /** A model to use there. */
    readonly model?: string | undefined;
    /** Whether the question is asked again at once. */
    readonly asksAgain?: boolean | undefined;
  }
  | { readonly kind: "privacy" }
  | { readonly kind: "questions" }
  | { readonly kind: "keys" };
