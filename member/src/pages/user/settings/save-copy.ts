/** Saves the copy of the member's own data on the device. */
import { saveDownload } from "../../../device/save-download.ts";

export const saveCopy = (copyId: string, link: string): Promise<void> =>
  saveDownload({ path: `/member/copies/${copyId}/file/${link}`, name: "个人信息副本.html" });
