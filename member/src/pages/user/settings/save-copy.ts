/** Saves the copy of the member's own data on the device. */
import { download } from "../../../device/http.ts";
import { saveFile } from "../../../device/save-file.ts";
import { renewSession } from "../../../device/session.ts";
import { tokenState } from "../../../device/token.ts";

export async function saveCopy(copyId: string, link: string): Promise<void> {
  if (tokenState() === "expired") await renewSession();
  const { bytes, type } = await download(`/member/copies/${copyId}/file/${link}`);
  saveFile(new Blob([bytes], { type }), "个人信息副本.html");
}
