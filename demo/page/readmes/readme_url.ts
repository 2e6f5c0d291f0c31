// Copyright 2026 the Rivulet authors. MIT license.

/** Where READMEs are, unless the settings say otherwise. */
export const README_URL = "https://raw.githubusercontent.com";
