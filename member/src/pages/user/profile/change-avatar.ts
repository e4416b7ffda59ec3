/** Puts a chosen picture in the place of the member's: made small, uploaded, kept. */
import type { Me } from "@yunjing/contract/schemas/member";
import { api } from "../../../api.ts";
import { loadCloudConfig } from "../../../device/cloud/config.ts";
import { resizeImage } from "../../../device/cloud/resize-image.ts";
import { cloudNameOf, uploadFile } from "../../../device/cloud/upload.ts";

/** Nowhere is it shown larger than this, in device pixels. */
const SIDE_MAX = 512;

/** The profile with the new picture. Rejects with what a member can be told by `wordsFor`. */
export async function changeAvatar(chosen: File): Promise<Me> {
  const [config, file] = await Promise.all([loadCloudConfig(), resizeImage(chosen, SIDE_MAX)]);
  const cloudPath = `avatar/${cloudNameOf(file.name, 0, Date.now())}`;
  const { fileID } = await uploadFile(config, { cloudPath, file });
  return api.member.update({ avatar: fileID });
}
