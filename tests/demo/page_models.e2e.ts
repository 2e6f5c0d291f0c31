// Copyright 2026 the Rivulet authors. MIT license.

// What the page takes for its models' files, against the list of the engine itself.

import { prebuiltAppConfig } from "@mlc-ai/web-llm";
import { assertEquals } from "@std/assert";
import { folderOf, isNeeded, listedFolder } from "../../demo/page/target/model_files.ts";
import { MEANING_PICK, modelPicks } from "../../demo/page/target/model_picks.ts";

const list = prebuiltAppConfig.model_list;
const picks = [true, false].flatMap((hasHalfPrecision) => modelPicks({ hasHalfPrecision }));

for (const { id } of [...picks, MEANING_PICK]) {
  const { model, model_lib: program } = list.find((record) => record.model_id === id)!;
  const weights = (address: string) => `${address}/resolve/main/params_shard_0.bin`;

  Deno.test(`listedFolder() knows the files of ${id}`, () => {
    const folder = folderOf(id);
    assertEquals([weights(model), program].map(listedFolder), [folder, folder]);
  });

  Deno.test(`isNeeded() knows which models share the program of ${id}`, () => {
    const parts = (address: string) => ({ weights: [weights(address)], programs: [program] });
    const wrong = list.filter((record) =>
      isNeeded(program, parts(record.model)) !==
        // One folder may have two programs, for batches of two sizes.
        list.some((other) => other.model === record.model && other.model_lib === program)
    );
    assertEquals(wrong.map((record) => record.model_id), []);
  });
}
