// Copyright 2026 the Rivulet authors. MIT license.

/** A file of the page, as a server hands it out. */
export interface PageFile {
  readonly contents: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** The files of the page by their name; `index.html` is the page itself. */
export type PageFiles = ReadonlyMap<string, PageFile>;
