/**
 * Mod.
 * @module
 */
import { A, B, C } from "./b.ts";
/** One. */
export class One extends A<string, string> {
  /** get. */
  override get readable(): ReadableStream<string> { return super.readable; }
}
/** Two. */
export class Two extends B<string, string> {}
/** Three. */
export class Three extends C {}
/** Four. */
export class Four extends A<string, string> {}
