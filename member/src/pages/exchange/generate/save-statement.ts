/** Saves a dealer's monthly statement on the device, as PDF or as CSV for a spreadsheet. */
import { saveDownload } from "../../../device/save-download.ts";

/** `month` is `2026-11`. */
export const saveStatement = (month: string, format: "pdf" | "csv"): Promise<void> =>
  saveDownload({
    path: `/exchange/dealer/statement/${format}`,
    query: { month },
    name: `对账单-${month}.${format}`,
  });
