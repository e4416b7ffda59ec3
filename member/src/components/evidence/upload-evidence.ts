/** Uploads evidence photos; loaded when a member has chosen the first one. */
import { loadCloudConfig } from "../../device/cloud/config.ts";
import { resizeImage } from "../../device/cloud/resize-image.ts";
import { uploadFiles } from "../../device/cloud/upload.ts";

type Options = {
  /** The part of the uploads' paths that names their use. */
  readonly folder: "refund" | "ticket";
  readonly onProgress: (index: number, sent: number, total: number) => void;
};

/** Returns how each upload ended, in the order of the files; rejects where none could begin. */
export async function uploadEvidence(files: readonly File[], options: Options) {
  const config = await loadCloudConfig();
  const fitted = await Promise.all(files.map((file) => resizeImage(file)));
  return uploadFiles(config, { files: fitted, ...options });
}
