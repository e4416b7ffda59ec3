/** Replaces the member's picture: resizes, uploads and saves the chosen file. */
import type { Me } from "@yunjing/contract/schemas/member";
import { api } from "../../../api.ts";
import { loadCloudConfig } from "../../../device/cloud/config.ts";
import { resizeImage } from "../../../device/cloud/resize-image.ts";
import { cloudNameOf, uploadFile } from "../../../device/cloud/upload.ts";

/** The largest display size, in device pixels. */
const SIDE_MAX = 512;

/**
 * Returns the profile with the new picture. Rejects with an error that `userMessageFor` can
 * translate.
 */
export async function changeAvatar(chosen: File): Promise<Me> {
  const [config, file] = await Promise.all([loadCloudConfig(), resizeImage(chosen, SIDE_MAX)]);
  const cloudPath = `avatar/${cloudNameOf(file.name, 0, Date.now())}`;
  const { fileID } = await uploadFile(config, { cloudPath, file });
  return api.member.update({ avatar: fileID });
}
