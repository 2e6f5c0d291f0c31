// Copyright 2026 the Rivulet authors. MIT license.

import type { Settings } from "../storage/settings.ts";
import { engineChoice } from "../engine/engine_choice.ts";
import { engineIds, engineNameOf } from "../state/engine_names.ts";
import { MODEL_HOSTS } from "../engine/browser_engine.ts";
import { hostOf } from "../../engines/host.ts";
import { isReadme, README_REASON } from "./reasons.ts";
import { README_URL } from "../readmes/readme_url.ts";
import { GITHUB_API } from "../stars/github_api.ts";

/** What a request to another host is for, in words. */
export function reasonFor(url: URL, settings: Settings): string {
  if (url.host === hostOf(settings.gitHubApiUrl ?? GITHUB_API)) return "Stars";
  const isReadmeHost = url.host === hostOf(settings.readmeUrl ?? README_URL);
  if (isReadmeHost && isReadme(url)) return README_REASON;
  const engine = engineIds.find((id) => hostOf(engineChoice(settings, id).baseUrl) === url.host);
  if (engine !== undefined) return `Answers by ${engineNameOf(engine).name}`;
  if (MODEL_HOSTS.some((host) => url.host === host) || /huggingface|hf\.co$/.test(url.host)) {
    return "Files of a model";
  }
  return "A connection that you have checked";
}
