// Copyright 2026 the Rivulet authors. MIT license.

import { chosenTarget } from "../../engines/choose.ts";
import { hostOf } from "../../engines/host.ts";
import { browserModel } from "../engine/browser_consent.ts";
import { describeEngine, engineChoice, placeOf } from "../engine/engine_choice.ts";
import { noteDownload } from "../engine/kept_models.ts";
import { lookUp } from "../engine/look_up.ts";
import type { Page } from "../page.ts";
import { mayConnect, notYetWords } from "../reach/may_connect.ts";
import { chooseEngine, setEngineState } from "../state/actions.ts";
import type { Asked } from "../state/asked.ts";
import { engineStateOf, NO_WEBGPU, ready } from "../state/engine_states.ts";
import { moveTo } from "../state/question_actions.ts";
import type { State } from "../state/state.ts";
import type { Ask } from "./compose_ask.ts";

/** The engine with its model; undefined where the person has to do something first. */
export async function prepareEngine(
  asked: Asked,
  { state, keys }: Pick<Page, "state" | "keys">,
  { download, signal }: { download: string | undefined; signal: AbortSignal },
): Promise<Pick<Ask, "choice" | "apiKey"> | undefined> {
  const settings = state.settings.peek();
  // What the server is called is known from before, should it be away by now.
  const { server } = engineStateOf(state.engines.peek(), settings.engine);
  const wanted = { ...engineChoice(settings, settings.engine), serverName: server };
  const { definition: { id, requiresApiKey }, baseUrl } = wanted;
  asked.engine.value = { by: describeEngine(wanted), place: placeOf(wanted), choice: wanted };
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
    const engine = await chosenTarget(id, { baseUrl, model, lookUp }, signal);
    model = engine.model;
    serverName = engine.name;
    setEngineState(state, id, { ...ready(model), server: serverName });
  }
  signal.throwIfAborted();
  if (model === undefined) return undefined;
  const choice = { ...wanted, model, serverName };
  asked.engine.value = { by: describeEngine(choice), place: placeOf(choice), choice };
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
    chooseEngine(state, "webllm", { model: download });
    return download;
  }
  const found = await browserModel(state);
  if (found.kind === "here") {
    chooseEngine(state, "webllm", { model: found.model });
    return found.model;
  }
  if (found.kind === "no graphics") setEngineState(state, "webllm", NO_WEBGPU);
  moveTo(state, asked, found);
  return undefined;
}
