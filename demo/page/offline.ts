// Copyright 2026 the Rivulet authors. MIT license.

import { Banner } from "./banner.ts";
import { say } from "./status.ts";
import { scriptUrl } from "./trusted_urls.ts";

/** Keeps the page for later, and says when there is no network. */
export function watchNetwork(): void {
  const banner = new Banner("Network");
  const show = (): void => {
    if (navigator.onLine) return banner.hide();
    const line = "You are offline. Saved stars and downloaded models still work.";
    banner.show({ line });
    say(line);
  };
  addEventListener("online", show);
  addEventListener("offline", show);
  show();
  // Where it is not allowed, the page just needs the network.
  navigator.serviceWorker?.register(scriptUrl("service_worker.js")).catch(() => {});
}
