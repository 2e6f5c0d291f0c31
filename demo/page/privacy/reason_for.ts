// Copyright 2026 the Rivulet authors. MIT license.

import { type Settings, targetIds } from "../storage/settings.ts";
import { targetOf } from "../target/target_choice.ts";
import { targetNameOf } from "../messages/target_names.ts";
import { MODEL_HOSTS } from "../target/browser_engine.ts";
import { hostOf } from "../../engines/host.ts";
import type { Page } from "../core/page.ts";
import { mayConnect } from "../reach/may_connect.ts";
import { README_URL } from "../readmes/readme_url.ts";
import { GITHUB_API } from "../stars/github_api.ts";

/** What requests of a page are for, in words; `""` for one that the browser refuses. */
export function createReasons({ state }: Page): (url: URL) => string {
  return (url) => mayConnect(url.href) ? reasonFor(url, state.settings.peek()) : "";
}

/** What a request to another host is for, in words. */
export function reasonFor(url: URL, settings: Settings): string {
  if (url.host === hostOf(settings.gitHubApiUrl ?? GITHUB_API)) return "Stars";
  const isReadmeHost = url.host === hostOf(settings.readmeUrl ?? README_URL);
  if (isReadmeHost && url.pathname.endsWith("/HEAD/README.md")) return "READMEs of matches";
  const target = targetIds.find((id) => hostOf(targetOf(settings, id).baseUrl) === url.host);
  if (target !== undefined) return `Answers by ${targetNameOf(target).name}`;
  if (MODEL_HOSTS.some((host) => url.host === host) || /huggingface|hf\.co$/.test(url.host)) {
    return "Files of a model";
  }
  return "A connection that you have checked";
}
