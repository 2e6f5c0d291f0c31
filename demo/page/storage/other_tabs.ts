// Copyright 2026 the Rivulet authors. MIT license.

import { openChannel } from "./open_channel.ts";
import { TABS_CHANNEL } from "./own_names.ts";

/** What one tab tells the others. */
export type TabMessage =
  | { readonly kind: "stars"; readonly login: string }
  | { readonly kind: "meanings"; readonly login: string; readonly model: string }
  | { readonly kind: "answers" }
  | { readonly kind: "deleted" };

/** The other tabs of this page. Where the browser knows no channel, nobody is told. */
export class OtherTabs {
  readonly #channel: BroadcastChannel | undefined;

  constructor(onMessage: (message: TabMessage) => void) {
    this.#channel = openChannel(TABS_CHANNEL);
    this.#channel?.addEventListener("message", ({ data }) => {
      const message = readMessage(data);
      if (message !== undefined) onMessage(message);
    });
  }

  tell(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  close(): void {
    this.#channel?.close();
  }
}

/** Another version of the page, or something else of this origin, may say other things. */
function readMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { kind, login, model } = data as Record<string, unknown>;
  if (kind === "answers" || kind === "deleted") return { kind };
  if (typeof login !== "string") return undefined;
  if (kind === "stars") return { kind, login };
  return kind === "meanings" && typeof model === "string" ? { kind, login, model } : undefined;
}
