// Copyright 2026 the Rivulet authors. MIT license.

import { chosenTarget } from "../../engines/choose.ts";
import { hostOf } from "../../engines/host.ts";
import { browserModel } from "../target/browser_consent.ts";
import { describeTarget, placeOf, targetOf } from "../target/target_choice.ts";
import { noteDownload } from "../target/kept_models.ts";
import { lookUp } from "../target/look_up.ts";
import type { Page } from "../core/page.ts";
import { mayConnect, notYetWords } from "../reach/may_connect.ts";
import { chooseTarget, setTargetState } from "../actions/actions.ts";
import type { Asked } from "../state/asked.ts";
import { NO_WEBGPU, ready, targetStateOf } from "../messages/target_states.ts";
import { moveTo } from "../actions/question_actions.ts";
import type { State } from "../state/state.ts";
import type { Ask } from "./compose_ask.ts";
import { lookForServer } from "./look_for_server.ts";

/** The target with its model; undefined where the person has to do something first. */
export async function prepareTarget(
  asked: Asked,
  { state, keys }: Pick<Page, "state" | "keys">,
  { download, signal }: { download: string | undefined; signal: AbortSignal },
): Promise<Pick<Ask, "choice" | "apiKey"> | undefined> {
  await lookForServer(asked, state, signal);
  const settings = state.settings.peek();
  // What the server is called is known from before, should it be away by now.
  const { server } = targetStateOf(state.targets.peek(), settings.engine);
  const wanted = { ...targetOf(settings, settings.engine), serverName: server };
  const { definition: { id, requiresApiKey }, baseUrl } = wanted;
  asked.target.value = { by: describeTarget(wanted), place: placeOf(wanted), choice: wanted };
  if (id !== "webllm" && !mayConnect(baseUrl)) {
    // Another tab has entered this address, say.
    moveTo(state, asked, { kind: "failed", reason: { message: notYetWords([baseUrl]) } });
    state.dialog.value = { kind: "engine", picked: id, asksAgain: true };
    return undefined;
  }
  let { model, serverName } = wanted;
  if (id === "webllm") model = await modelOfBrowser(asked, state, { download });
  else if (requiresApiKey && keys.get(baseUrl) === undefined) {
    moveTo(state, asked, { kind: "no key", host: hostOf(baseUrl) });
    state.dialog.value = { kind: "engine", picked: id, focusOn: "key", asksAgain: true };
    return undefined;
  } else if (!requiresApiKey) {
    moveTo(state, asked, { kind: "listing", since: performance.now() });
    const found = await chosenTarget(id, { baseUrl, model, lookUp }, signal);
    model = found.model;
    serverName = found.name;
    setTargetState(state, id, { ...ready(model), server: serverName });
  }
  signal.throwIfAborted();
  if (model === undefined) return undefined;
  const choice = { ...wanted, model, serverName };
  asked.target.value = { by: describeTarget(choice), place: placeOf(choice), choice };
  return { choice, apiKey: keys.get(baseUrl) };
}

/** The model in this browser; undefined where the person is asked about it. */
async function modelOfBrowser(
  asked: Asked,
  state: State,
  { download }: { download: string | undefined },
): Promise<string | undefined> {
  if (download !== undefined) {
    await noteDownload(download);
    chooseTarget(state, "webllm", { model: download });
    return download;
  }
  const found = await browserModel(state);
  if (found.kind === "here") {
    chooseTarget(state, "webllm", { model: found.model });
    return found.model;
  }
  if (found.kind === "no graphics") setTargetState(state, "webllm", NO_WEBGPU);
  moveTo(state, asked, found);
  return undefined;
}
