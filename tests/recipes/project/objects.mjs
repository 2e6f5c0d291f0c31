// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { readCities } from "./objects.ts";

const [oslo, nowhere] = await readCities(["Oslo is a city.", "Nowhere is none."]);
assert.deepEqual(oslo.value, { city: "Oslo", population: 7 });
assert.equal(nowhere.reason.code, "format");
assert.equal(nowhere.reason.reason, "No such city");
process.stdout.write("passed");
