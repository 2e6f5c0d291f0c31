// Copyright 2026 the Rivulet authors. MIT license.

/** The address of the folder that the engine fetches a model from; ends with a slash. */
export function modelFolder(model: string): string {
  const folder = model.endsWith("/") ? model : `${model}/`;
  return new URL(/.\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`).href;
}

/**
 * The name of a model's folder in the engine's own list. Models that differ in nothing but the size
 * of a batch or of the context share one.
 */
export function folderName(id: string): string {
  const end = id.indexOf("-MLC");
  return end === -1 ? id : id.slice(0, end + "-MLC".length);
}
