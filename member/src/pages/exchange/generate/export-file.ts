/** Saves the encrypted file of a batch on the device. No code is transferred as plain text. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { download } from "../../../device/http.ts";
import { saveFile } from "../../../device/save-file.ts";
import { renewSession } from "../../../device/session.ts";
import { tokenState } from "../../../device/token.ts";

/**
 * Keeps letters, digits and Chinese characters of the batch's name; other characters may be special
 * in a file system.
 */
const fileName = ({ name }: Batch): string => `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.codes`;

export async function saveExport(batch: Batch): Promise<void> {
  if (tokenState() === "expired") await renewSession();
  const { bytes, type } = await download(`/exchange/batches/${batch.batchId}/export`);
  saveFile(new Blob([bytes], { type }), fileName(batch));
}
