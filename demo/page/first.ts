// Copyright 2026 the Rivulet authors. MIT license.

// What a first visit has. The parts that come later name it too, for the bundler: all of it is one
// file then and not a file for each set of parts that needs the same, which takes 2 kB less.

import "./app.tsx";
import "./follow_browser.ts";
import "./privacy/reasons_part.ts";
import "./privacy/watched_fetch.ts";
import "./reach/narrow.ts";
import "./search/live_search.ts";
import "./search/search_client.ts";
