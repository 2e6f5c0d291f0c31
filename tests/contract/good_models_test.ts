// Copyright 2026 the Rivulet authors. MIT license.

// Lists of models that stand beside other things, and are good.

import { assertEquals } from "@std/assert";
import { lmStudio, ollama } from "@rivulet/llm";

const PROVIDERS = [
  { id: "local-a", models: ollama.models, list: '"models":[{"name":"m"}]' },
  { id: "local-b", models: lmStudio.models, list: '"object":"list","data":[{"id":"m"}]' },
] as const;

const BESIDE: [what: string, fields: string][] = [
  ["empty errors", '"error":null,"errors":[],"detail":"","success":true'],
  ["words of success", '"error":{"code":0,"message":"success"},"code":200,"message":"OK"'],
  ["a number that is none", '"took":NaN'],
  ["a warning", '"message":"one of 3 replicas is down","status":"error"'],
];

for (const { id, models, list } of PROVIDERS) {
  for (const [what, fields] of BESIDE) {
    Deno.test(`models() of ${id} takes a list beside ${what}`, async () => {
      const headers = { "content-type": "text/html", location: "/elsewhere" };
      const fetch = () => Promise.resolve(new Response(`{${fields},${list}}`, { headers }));
      assertEquals(await models({ baseUrl: "http://localhost:1", fetch }), [{ name: "m" }]);
    });
  }
}
