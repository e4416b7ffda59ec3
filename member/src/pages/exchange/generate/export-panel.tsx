/**
 * The export of codes: the dealer gets the encrypted file here, another person gets its key in the
 * console and hands it over.
 */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { userMessageFor } from "../../../device/failure.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { openCodeCount } from "./batch-text.ts";
import { saveExport } from "./export-file.ts";
import styles from "./generate.module.css";
import own from "./export-panel.module.css";

const failed = (failure: unknown) => toast(userMessageFor(failure), { kind: "failed" });

interface HandoutProps {
  readonly batch: Batch;
  /** Opens the printing of cards. */
  readonly onPrint: () => void;
}

function exportKeyText({ exportKey, exportExpiresAt, isExportExpired }: Batch): string {
  if (exportKey) return `密钥已在 ${formatTime(exportKey.at).slice(0, 16)} 领取`;
  if (exportExpiresAt === undefined) return "还没有下载文件，下载后审核人才能领取密钥";
  if (isExportExpired) return "下载已超过 24 小时，重新下载后审核人才能领取密钥";
  return `密钥还没有人领取，${formatTime(exportExpiresAt).slice(0, 16)} 前可以领取`;
}

export function ExportPanel({ batch, onPrint }: HandoutProps) {
  const isApproved = batch.state === "active" || batch.state === "paused";
  if (!isApproved || openCodeCount(batch) === 0) return null;
  return (
    <section className="box grid gap-3 bg-sea-50" aria-label="发放兑换码">
      <h3 className="text-16 ink-900 strong">发放兑换码</h3>
      <ol className={own.handoutSteps}>
        <li>下载加密文件，可以多次下载</li>
        <li>审核人在下载后 24 小时内领取密钥，只有一次，另外交给你</li>
        <li>用文件和密钥在本机打开，打印成卡片</li>
      </ol>
      <p className="caption hide-empty" role="status">
        {exportKeyText(batch)}
      </p>
      <div className={styles.acts}>
        <Button
          appearance="line"
          size={44}
          busyText="正在下载"
          onPress={() => saveExport(batch).catch(failed)}
        >
          下载加密文件
        </Button>
        <Button appearance="line" size={44} onPress={onPrint}>
          打印卡片
        </Button>
      </div>
    </section>
  );
}
