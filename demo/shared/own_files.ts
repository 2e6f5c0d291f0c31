// Copyright 2026 the Rivulet authors. MIT license.

// Files in a folder that belongs to this program alone. A link in it, whoever has put it there,
// would lead a reading, a writing or a deletion to a file of somebody else: none is followed.

/** Stars and meanings of a hundred thousand repositories are smaller. */
const MAX_BYTES = 1024 ** 3;

/** Nobody else's business. Has no effect on Windows. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Something else stands where a file or folder of this program should. */
export class ForeignFileError extends Error {
  override readonly name = "ForeignFileError";
}

/** Reads a whole file. Rejects as Deno does, and with a ForeignFileError. */
export async function readOwnFile(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  await checkFolder(folder);
  using file = await openOwnFile(`${folder}/${name}`, { read: true });
  const { size } = await file.stat();
  if (size > MAX_BYTES) throw new ForeignFileError(`"${name}" is too large`);
  const bytes = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const count = await file.read(bytes.subarray(length));
    if (count === null) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

/** Writes a file whole or not at all, and makes its folder where there is none. */
export async function replaceOwnFile(
  folder: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await checkFolder(folder);
  await removeLeftParts(folder).catch(() => {}); // They only take room.
  for (let tries = 1;; tries++) {
    // A new name each time: two runs may save at once, and nobody can have put a link there.
    const part = `${folder}/${crypto.randomUUID()}.part`;
    try {
      await writePart(part, bytes, `${folder}/${name}`);
      return;
    } catch (error) {
      await Deno.remove(part).catch(() => {}); // It may never have been written.
      // Another run may have taken it for a part that was left, before it was locked.
      if (tries === MAX_TRIES || !(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

const MAX_TRIES = 3;

/** Writes a part, locked as long as it is one, and puts it in its place. */
async function writePart(part: string, bytes: Uint8Array, path: string): Promise<void> {
  using file = await Deno.open(part, { write: true, createNew: true, mode: FILE_MODE });
  await file.tryLock(true).catch(() => {}); // Not every file system has locks.
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await file.write(rest));
  // This replaces a link and not what it leads to.
  await Deno.rename(part, path);
}

/** Removes what runs have left that were killed while they wrote: whoever writes holds a lock. */
async function removeLeftParts(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (!/^[\da-f-]{36}\.part$/.test(name)) continue;
    const part = `${folder}/${name}`;
    using file = await openOwnFile(part, { write: true });
    if (await file.tryLock(true)) await Deno.remove(part);
  }
}

/** Writes at a place in a file and ends it there. */
export async function writeOwnFileAt(
  folder: string,
  name: string,
  { start, bytes }: { start: number; bytes: Uint8Array },
): Promise<void> {
  await checkFolder(folder);
  using file = await openOwnFile(`${folder}/${name}`, { write: true });
  await file.truncate(start);
  await file.seek(start, Deno.SeekMode.Start);
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await file.write(rest));
}

/** Deletes the files whose name fits; a link is deleted and not what it leads to. */
export async function removeOwnFiles(
  folder: string,
  fits: (name: string) => boolean,
): Promise<void> {
  await checkFolder(folder);
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (!isDirectory && fits(name)) await Deno.remove(`${folder}/${name}`);
  }
}

async function checkFolder(folder: string): Promise<void> {
  const { isDirectory, isSymlink } = await Deno.lstat(folder);
  if (isSymlink) throw new ForeignFileError(`"${folder}" is a link`);
  if (!isDirectory) throw new Deno.errors.NotADirectory("Not a directory");
}

/**
 * Deno has no way to open a file and not follow a link. So the file is looked at before, and what
 * was opened has to be that very file.
 */
async function openOwnFile(path: string, options: Deno.OpenOptions): Promise<Deno.FsFile> {
  const before = await Deno.lstat(path);
  // A pipe would be waited for without end.
  if (!before.isFile) throw new ForeignFileError(`"${path}" is a link, or no file`);
  const file = await Deno.open(path, options);
  const { dev, ino } = await file.stat();
  if (dev === before.dev && ino === before.ino) return file;
  file.close();
  throw new ForeignFileError(`"${path}" was exchanged`);
}
