// Copyright 2026 the Rivulet authors. MIT license.

// What the workflows run, and with which rights: whoever gets in there publishes in our name.

import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "yaml";
import config from "../../deno.json" with { type: "json" };
import { root } from "../support/commands.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string | readonly string[];
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

interface IssueForm {
  readonly name: string;
  readonly description: string;
  readonly body: readonly { id?: string; validations?: { required?: boolean } }[];
}

interface Workflow {
  readonly on: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = new URL(".github/workflows/", root);

const texts = new Map(
  Array.from(Deno.readDirSync(FOLDER), ({ name }) => [
    name,
    Deno.readTextFileSync(new URL(name, FOLDER)),
  ]),
);

const workflows = [...texts].map(([name, text]) => ({ ...parse(text) as Workflow, name }));

const jobs = workflows.flatMap(({ name, jobs }) =>
  Object.entries(jobs).map(([id, job]) => ({ name: `${name}, ${id}`, job }))
);

const steps = jobs.flatMap(({ name, job }) => job.steps.map((step) => ({ name, ...step })));

/** The jobs that may publish. */
const publishing = jobs.filter(({ job }) => job.permissions?.["id-token"] === "write");

Deno.test("every action is pinned by the hash of a commit, the same one everywhere, with its version", () => {
  const hashes = new Map<string, string>();
  for (const [name, text] of texts) {
    const lines = text.split("\n").filter((line) => /^\s*(- )?uses:/.test(line));
    for (const line of lines) {
      const pattern = /uses: ([\w-]+\/[\w-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+$/;
      assertMatch(line, pattern, name);
      const [, action = "", hash = ""] = pattern.exec(line)!;
      assertEquals([action, hashes.get(action) ?? hash], [action, hash]);
      hashes.set(action, hash);
    }
    assertEquals(
      lines.length,
      steps.filter((step) => step.uses && step.name.startsWith(name)).length,
    );
  }
  assert(hashes.size >= 3);
});

Deno.test("no checkout leaves the token of the workflow behind", () => {
  const checkouts = steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
  assert(checkouts.length >= jobs.length);
  for (const step of checkouts) {
    assertEquals([step.name, step.with?.["persist-credentials"]], [step.name, false]);
  }
});

Deno.test("no workflow may do more than read, and one job publishes", () => {
  for (const { name, permissions } of workflows) {
    assert(permissions !== undefined, name);
    for (const right of Object.entries(permissions)) assertEquals(right, ["contents", "read"]);
  }
  for (const { job } of jobs) {
    for (const right of Object.entries(job.permissions ?? {})) {
      assert(["contents: read", "id-token: write"].includes(right.join(": ")), right.join(": "));
    }
  }
  assertEquals(publishing.map(({ name }) => name), ["publish.yml, publish"]);
});

Deno.test("the publishing job waits for the checks, and runs a pinned Deno and nothing of npm", () => {
  const [{ job } = { job: undefined }] = publishing;
  assertEquals(job?.needs, "check");
  const uses = job!.steps.map((step) => step.uses?.split("@")[0]).filter(Boolean);
  assertEquals(uses, ["actions/checkout", "denoland/setup-deno"]);
  const setup = job!.steps.find((step) => step.uses?.startsWith("denoland/setup-deno"));
  assertMatch(String(setup?.with?.["deno-version"]), /^v\d+\.\d+\.\d+$/);
  const commands = job!.steps.map(({ run }) => run).filter((run) => run !== undefined);
  assertEquals(commands.length, 2);
  // It reads one number, with no configuration that could name a package.
  assertMatch(
    commands[0]!,
    /^test "\$GITHUB_REF_NAME" = "v\$\(deno eval --no-config --no-lock --no-npm '[^']+'\)"$/,
  );
  assertEquals(commands[1], "deno publish --frozen --no-check");
});

Deno.test("every job has a time limit, and a newer commit ends the checks of an older one", () => {
  for (const { name, job } of jobs) assert(job["timeout-minutes"]! <= 60, name);
  const ci = parse(texts.get("ci.yml")!) as { concurrency?: Record<string, unknown> };
  assertEquals(ci.concurrency?.["cancel-in-progress"], true);
});

Deno.test("the forms for issues ask for what a maintainer needs", () => {
  const folder = new URL(".github/ISSUE_TEMPLATE/", root);
  const forms = Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => name !== "config.yml")
    .map((name) => parse(Deno.readTextFileSync(new URL(name, folder))) as IssueForm);
  assertEquals(forms.length, 3);
  for (const { name, description, body } of forms) {
    assert(name !== "" && description !== "", name);
    const ids = body.map(({ id }) => id).filter((id) => id !== undefined);
    assertEquals(new Set(ids).size, ids.length, name);
    assert(body.some(({ validations }) => validations?.required), name);
  }
});

Deno.test("no stranger's text gets into a command, and no secret into a workflow", () => {
  for (const [name, text] of texts) {
    assert(!/pull_request_target|workflow_run|secrets\b/.test(text), name);
  }
  for (const { name, run = "" } of steps) {
    for (const [, expression = ""] of run.matchAll(/\$\{\{(.*?)\}\}/g)) {
      assertMatch(expression.trim(), /^matrix\.\w+$/, name);
    }
  }
});

Deno.test("every task refuses what is not in its lock", () => {
  const free = ["locks", "test:jsr"]; // The one that writes them, and the one without.
  const tasks: Readonly<Record<string, { description: string; command?: string }>> = config.tasks;
  for (const [name, { command = "" }] of Object.entries(tasks)) {
    if (free.includes(name)) continue;
    for (const part of command.split("&&").map((part) => part.trim())) {
      if (/^deno (run|test|check|cache|bench)\b/.test(part)) assertMatch(part, / --frozen /, name);
    }
  }
});

Deno.test("the checks run one version of Deno, which npm has to have by that very number", () => {
  const script = Deno.readTextFileSync(new URL(".ci/run", root));
  assertMatch(script, /^deno\(\) \{ npx --yes deno@\d+\.\d+\.\d+ "\$@"; \}$/m);
});
