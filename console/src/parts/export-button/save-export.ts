/** Downloads an export: with a link of its own, at once when a small one is ready. */
import type { ExportRow } from "@yunjing/contract/schemas/operators/exports";
import { api } from "../../api/client.ts";
import { downloadFile } from "../../api/download.ts";
import { sentenceFor } from "../../api/failure.ts";
import { tell, tellFailure } from "../toast.tsx";

/** An export of so many rows downloads by itself. */
const SELF_ROWS = 2_000;
const ASK_MS = 500;
/** A small export is ready within two seconds; a larger one is fetched from its page. */
const WAIT_MS = 6_000;

/** Takes a link and saves the file; the link is good for this one download. */
export async function saveExport(exportId: string): Promise<void> {
  try {
    const { secret, name } = await api.operatorExports.link({ exportId });
    await downloadFile(`/exports/${exportId}/file?secret=${secret}`, name);
    tell("已下载，链接已用完");
  } catch (failure) {
    tellFailure(sentenceFor(failure));
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_MS));

/** Waits a few seconds for an export and saves it when it is small; else says where it will be. */
export async function saveWhenReady({ exportId }: Pick<ExportRow, "exportId">): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (Date.now() < end) {
    const { state, rows, fault } = await api.operatorExports.detail({ exportId });
    if (state === "failed") return tellFailure(fault ?? "导出没有成功");
    if (state === "done" && rows <= SELF_ROWS) return saveExport(exportId);
    if (state !== "queued" && state !== "running") break;
    if (rows > SELF_ROWS) break;
    await pause();
  }
  tell("行数较多，写好后在「系统 · 导出」里下载");
}
