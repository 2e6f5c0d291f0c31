// Copyright 2026 the Rivulet authors. MIT license.

// Servers that are packages, with versions that have been seen to work.

/** Where a server finds what it needs. */
export interface Surroundings {
  /** The folder into which its packages were put. */
  readonly folder: string;
  /** The model, as GGUF. */
  readonly model: string;
  /** The port that it is to answer at. */
  readonly port: number;
  /** Where llama.cpp answers, for a gateway. */
  readonly behind: string;
}

/** A server that comes as a package. */
export interface PackagedServer {
  readonly name: string;
  /** Its packages, of one of the two registries. */
  readonly pip?: readonly string[];
  readonly npm?: readonly string[];
  /** Whether it stands before llama.cpp, which then runs as well. */
  readonly isGateway?: boolean;
  /** The command that is the server. */
  readonly command: (surroundings: Surroundings) => readonly string[];
  /** What `test:servers` has to know of it. */
  readonly flags?: (surroundings: Surroundings) => readonly string[];
}

/** By which name the model is asked for. */
export const MODEL_NAME = "smollm2";

/** A key that a gateway wants, and that is none. */
const KEY = "sk-for-this-run-alone";

const llamaScript = new URL("llama_server.py", import.meta.url).pathname;

/** llama.cpp, which the gateways stand before. */
export const llamaServer: PackagedServer = {
  name: "llama.cpp",
  pip: ["xllamacpp==2026.10.11549"],
  command: ({ folder, model, port }) => [
    `${folder}/bin/python`,
    llamaScript,
    model,
    String(port),
    MODEL_NAME,
  ],
};

/** All of them, in the order in which they are tried. */
export const packagedServers: readonly PackagedServer[] = [
  llamaServer,
  {
    name: "LiteLLM",
    pip: ["litellm[proxy]==1.108.7"],
    isGateway: true,
    // The variables keep it from fetching a list of prices, and name its own key.
    command: ({ folder, port, behind }) => [
      "env",
      "LITELLM_LOCAL_MODEL_COST_MAP=True",
      `LITELLM_MASTER_KEY=${KEY}`,
      "OPENAI_API_KEY=none",
      `${folder}/bin/litellm`,
      "--host=127.0.0.1",
      `--port=${port}`,
      `--model=openai/${MODEL_NAME}`,
      `--api_base=${behind}/v1`,
    ],
    flags: () => ["--key", KEY],
  },
  {
    name: "Portkey",
    npm: ["@portkey-ai/gateway@1.15.2"],
    isGateway: true,
    command: ({ folder, port }) => [
      "env",
      "HOST=127.0.0.1",
      "node",
      `${folder}/node_modules/@portkey-ai/gateway/build/start-server.js`,
      `--port=${port}`,
      "--headless",
    ],
    flags: ({ behind }) => [
      "--header",
      "x-portkey-provider: openai",
      "--header",
      `x-portkey-custom-host: ${behind}/v1`,
    ],
  },
];
