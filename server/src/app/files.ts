/** Creates the file store and the image re-encoder of this process. */
import type { FilesSettings } from "../config/files.ts";
import {
  createImageReencoder,
  createConcurrencyLimit,
  type FileDeps,
} from "../domain/files/actions.ts";
import { diskStore } from "../platform/files/disk.ts";
import { s3Store } from "../platform/files/s3.ts";
import type { Settings } from "../platform/settings.ts";

export const createFileDeps = (where: FilesSettings, { filesAtOnce }: Settings): FileDeps => ({
  store: "s3" in where ? s3Store(where.s3) : diskStore(where.folder),
  reencoder: createImageReencoder(),
  concurrencyLimit: createConcurrencyLimit(filesAtOnce),
});
