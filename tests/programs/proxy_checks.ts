// Copyright 2026 the Rivulet authors. MIT license.

// What goes to this computer goes there, whatever proxies the environment names.

import { assert, assertEquals, assertMatch } from "@std/assert";
import { trust } from "./certificate.ts";
import type { Check } from "./check.ts";
import { type Access, accesses, type Environment, environments } from "./environments.ts";
import type { Place } from "./place.ts";
import { runProgram } from "./program.ts";
import { hostOf, type Stand, startStand } from "./proxy_stand.ts";
import { programOf, rightAnswer } from "./questions.ts";
import { assertOrdinary } from "./request_rules.ts";

/** Each environment, on Deno with each access to it, and on the other runtimes. */
export function proxyChecks(places: readonly Place[]): Check[] {
  return places.flatMap((place) => {
    const known = place.kind === "Deno" ? accesses : [undefined];
    return known.flatMap((access) =>
      environments.map((environment) => checkProxy(place, { environment, access }))
    );
  });
}

function checkProxy(
  place: Place,
  { environment, access }: { environment: Environment; access: Access | undefined },
): Check {
  const { name, exempt, variables } = environment;
  return {
    name: [`beside ${name}`, access?.name, place.name].filter(Boolean).join(", "),
    async run() {
      if (place.ignored !== undefined) return place.ignored;
      await using stand = startStand();
      const { questions, servers, proxy } = stand;
      const hosts = new Set(questions.map(({ baseUrl }) => hostOf(baseUrl)));
      const { ok, stdout, stderr } = await runProgram(place, {
        code: programOf(questions),
        file: "main.mjs",
        permissions: access?.permissions([...hosts].join()) ?? [],
        env: { ...trust[place.kind], ...variables(`http://127.0.0.1:${proxy.port}`) },
      });
      assert(ok, stdout + stderr);
      servers.forEach(assertOrdinary);
      if (access?.isReadable === false) assertChatAlone(stand, exempt);
      else assertEquals([proxy.connections(), proxy.requests.map(({ line }) => line)], [0, []]);
      assertEquals(wrongAnswers(stand, JSON.parse(stdout)), []);
    },
  };
}

/** The proxy saw no text to embed, and nothing of a question but its host where it is for https. */
function assertChatAlone({ proxy, chat, secureChat }: Stand, exempt: readonly string[]): void {
  const allowed = new RegExp(
    `^(?:POST http://([^/]+):${chat.port}/|CONNECT ([^/]+):${secureChat.port} )`,
  );
  for (const { line } of proxy.requests) {
    assertMatch(line, allowed);
    const [, host, secureHost] = allowed.exec(line)!;
    assert(!exempt.includes(host ?? secureHost!), line);
  }
  assertEquals(proxy.connections(), proxy.requests.length);
}

/** The questions that were not answered as they should, and what came. */
function wrongAnswers({ questions, proxy }: Stand, answers: readonly string[]): string[] {
  return questions.flatMap((question, index) => {
    const { verb, baseUrl, mayFail } = question;
    const answer = answers[index];
    // The proxy refuses whatever it is asked.
    const wasProxied = proxy.requests.some(({ line }) => line.includes(hostOf(baseUrl)));
    const isRight = answer === rightAnswer(question);
    return isRight || wasProxied || mayFail ? [] : [`${verb} ${baseUrl}: ${answer}`];
  });
}
