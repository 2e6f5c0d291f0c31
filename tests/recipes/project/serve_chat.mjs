// Copyright 2026 the Rivulet authors. MIT license.

import { serve } from "@hono/node-server";
import { POST } from "./chat.ts";

serve({ fetch: POST, port: Number(process.env.PORT) });
