// Copyright 2026 the Rivulet authors. MIT license.

/** The text of the real package's file. */
export async function packageText(): Promise<string> {
  const { MLCEngine } = await import("@mlc-ai/web-llm");
  // An error of the package knows best where the package is.
  const error: Error = await new MLCEngine().reload("none").then(Object, Object);
  const [, file] = /(file:\S+\/lib\/index\.js)/.exec(error.stack ?? "") ?? [];
  if (file === undefined) {
    throw new Error("Find the package another way, its errors do not name it");
  }
  return await Deno.readTextFile(new URL(file));
}

/** The same text and a line that opens the private parts which a test puts a script in place of. */
export async function openedPackageText(): Promise<string> {
  const text = await packageText();
  const [, runtime] = /yield (\S+)\.instantiate\(wasm\.buffer/.exec(text) ?? [];
  return `${text}
export const opened = {
  runtime: ${runtime},
  Lock: CustomLock,
  EmbeddingPipeline,
  setPipelineClass(value) { LLMChatPipeline = value; },
};
`;
}
