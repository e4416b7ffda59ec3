/** Saves a dealer's monthly statement on the device, as PDF or as CSV for a spreadsheet. */
import { download } from "../../../device/http.ts";
import { saveFile } from "../../../device/save-file.ts";
import { renewSession } from "../../../device/session.ts";
import { tokenState } from "../../../device/token.ts";

/** `month` is `2026-11`. */
export async function saveStatement(month: string, format: "pdf" | "csv"): Promise<void> {
  if (tokenState() === "expired") await renewSession();
  const { bytes, type } = await download(`/exchange/dealer/statement/${format}`, { month });
  saveFile(new Blob([bytes], { type }), `对账单-${month}.${format}`);
}
