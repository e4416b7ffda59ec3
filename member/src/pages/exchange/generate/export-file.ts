/** Saves the encrypted file of a batch on the device. No code is transferred as plain text. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { saveDownload } from "../../../device/save-download.ts";

/**
 * Keeps letters, digits and Chinese characters of the batch's name; other characters may be special
 * in a file system.
 */
const fileName = ({ name }: Batch): string => `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.codes`;

export const saveExport = (batch: Batch): Promise<void> =>
  saveDownload({ path: `/exchange/batches/${batch.batchId}/export`, name: fileName(batch) });
