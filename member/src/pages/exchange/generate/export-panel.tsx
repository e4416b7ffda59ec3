/**
 * The export of codes: the maker gets the encrypted file, another person gets the key, and each
 * sees the next step.
 */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { useState } from "react";
import { copyText } from "../../../device/clipboard.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import { type BatchViewer, canDecideOn } from "./batch-permissions.ts";
import { openCodeCount } from "./batch-text.ts";
import { saveExport, takeExportKey } from "./export-file.ts";
import styles from "./generate.module.css";
import own from "./export-panel.module.css";

const failed = (failure: unknown) => toast(userMessageFor(failure), { kind: "failed" });

/** Shown until the sheet is closed, and not stored anywhere. */
const KeyShown = ({ value }: { readonly value: string }) => {
  const copy = async () => {
    const isCopied = await copyText(value);
    void toast(isCopied ? "已复制" : "请长按密钥复制", { kind: isCopied ? "done" : "failed" });
  };
  return (
    <div className="box grid justify-items-start gap-2 bg-surface" role="status">
      <p className="text-14 ink-900">密钥只显示这一次，关闭后看不到</p>
      <p className={own.keyText}>{value}</p>
      <Button appearance="line" size={44} onPress={copy}>
        复制密钥
      </Button>
    </div>
  );
};

interface HandoutProps {
  readonly batch: Batch;
  readonly viewer: BatchViewer;
  /** Opens the printing of cards. */
  readonly onPrint: () => void;
  readonly onChanged: () => Promise<unknown>;
}

function exportKeyText({ exportKey, exportExpiresAt, isExportExpired }: Batch): string {
  if (exportKey) return `密钥已在 ${formatTime(exportKey.at).slice(0, 16)} 领取`;
  if (exportExpiresAt === undefined) return "制作人还没有下载文件，下载后才能领取密钥";
  if (isExportExpired) return "下载已超过 24 小时，制作人重新下载后才能领取密钥";
  return `密钥还没有人领取，${formatTime(exportExpiresAt).slice(0, 16)} 前可以领取`;
}

function MakerActions({ batch, onPrint }: Pick<HandoutProps, "batch" | "onPrint">) {
  return (
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
  );
}

export function ExportPanel({ batch, viewer, onPrint, onChanged }: HandoutProps) {
  const [key, setKey] = useState<string>();
  const isApproved = batch.state === "active" || batch.state === "paused";
  if (!isApproved || openCodeCount(batch) === 0) return null;
  const isMaker = viewer.canMake && viewer.uid === batch.makerId;
  const isFileTaken = batch.exportExpiresAt !== undefined && !batch.isExportExpired;
  const mayTake = canDecideOn(viewer, batch.makerId) && !batch.exportKey && isFileTaken;
  const take = async () => {
    const isSure = await confirm({
      title: "领取密钥？",
      content:
        "密钥只能领取一次、只显示一次，会记下是你领的。请用和文件不同的方式交给制作人，例如当面或电话。",
      confirmText: "领取密钥",
    });
    if (isSure) await takeExportKey(batch.batchId).then(setKey, failed).then(onChanged);
  };
  return (
    <section className="box grid gap-3 bg-sea-50" aria-label="发放兑换码">
      <h3 className="text-16 ink-900 strong">发放兑换码</h3>
      <ol className={own.handoutSteps}>
        <li>制作人下载加密文件，可以多次下载</li>
        <li>另一位审核人在下载后 24 小时内领取密钥，只有一次，另外交给制作人</li>
        <li>制作人用文件和密钥在本机打开，打印成卡片</li>
      </ol>
      <p className="caption hide-empty" role="status">
        {exportKeyText(batch)}
      </p>
      {key !== undefined && <KeyShown value={key} />}
      {mayTake && (
        <div className={styles.acts}>
          <Button appearance="line" size={44} busyText="正在领取" onPress={take}>
            领取密钥
          </Button>
        </div>
      )}
      {isMaker && <MakerActions batch={batch} onPrint={onPrint} />}
    </section>
  );
}
