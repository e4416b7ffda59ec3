/** The sealed file of a batch, kept on the device, and the key that opens it; nothing in the clear is fetched. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { api } from "../../../api.ts";
import { download } from "../../../device/http.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { saveFile } from "../../../device/save-file.ts";
import { renewSession } from "../../../device/session.ts";
import { tokenState } from "../../../device/token.ts";

/** Letters, figures and Chinese of a batch's name; anything else could mean something to a file system. */
const fileName = ({ name }: Batch): string => `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.codes`;

export async function saveExport(batch: Batch): Promise<void> {
  if (tokenState() === "expired") await renewSession();
  const { bytes, type } = await download(`/exchange/batches/${batch.batchId}/export`);
  saveFile(new Blob([bytes], { type }), fileName(batch));
}

/** Under one key while unanswered: an answer that was lost can be had again, a second one cannot. */
export const takeExportKey = async (batchId: string): Promise<string> => {
  const { key } = await withIdempotencyKey(`batch-export-key:${batchId}`, (idempotencyKey) =>
    api.batches.exportKey({ batchId }, { idempotencyKey }),
  );
  return key;
};
