// Copyright 2026 the Rivulet authors. MIT license.

/** Where GitHub's API is, unless the settings say otherwise. */
export const GITHUB_API = "https://api.github.com";
