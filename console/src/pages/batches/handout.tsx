/**
 * How the codes of a batch reach its maker: the maker downloads the sealed file, another person
 * takes its key once and hands it over.
 */
import type { OperatorBatch } from "@yunjing/contract/schemas/operators/batches";
import { ArrowDownToLine, Copy, KeyRound } from "lucide-react";
import { useState } from "react";
import { downloadFile } from "../../api/download.ts";
import { sentenceFor } from "../../api/failure.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Section } from "../../parts/panel.tsx";
import { copyText } from "../../parts/copy.ts";
import { tell } from "../../parts/toast.tsx";
import { takeKey } from "./batch-actions.ts";
import { openCodes } from "./batch-words.ts";
import styles from "./batches.module.css";

function keyText({ exportKey, exportExpiresAt, isExportExpired }: OperatorBatch): string {
  if (exportKey) return `密钥已在 ${timeText(exportKey.at)} 领取`;
  if (exportExpiresAt === undefined) return "制码人还没有下载文件，下载后才能领取密钥";
  if (isExportExpired) return "下载已超过 24 小时，制码人重新下载后才能领取密钥";
  return `密钥还没有人领取，${timeText(exportExpiresAt)} 前可以领取`;
}

/** Shown until the panel is closed, and stored nowhere. */
function TakenKey({ value }: { readonly value: string }) {
  const copy = () => void copyText(value, "已复制密钥");
  return (
    <div className={styles.key} role="status">
      <p>密钥只显示这一次，请用和文件不同的方式交给制码人</p>
      <code>{value}</code>
      <Button size="small" icon={<Copy />} onClick={copy}>
        复制密钥
      </Button>
    </div>
  );
}

export function Handout({ batch }: { readonly batch: OperatorBatch }) {
  const [key, setKey] = useState<string>();
  const { batchId, name, state, isMine, exportKey, exportExpiresAt, isExportExpired } = batch;
  const isApproved = state === "active" || state === "paused";
  if (!isApproved || openCodes(batch) === 0) return null;
  const isFileTaken = exportExpiresAt !== undefined && !isExportExpired;
  const mayTake = !isMine && may("exchange:approve") && !exportKey && isFileTaken;
  const save = () =>
    downloadFile(`/batches/${batchId}/export`, `${name}.yjcodes`).catch((failure: unknown) =>
      tell(sentenceFor(failure)),
    );
  const take = () => takeKey(batch).then((taken) => taken && setKey(taken.key));
  return (
    <Section title="发放兑换码">
      <p className={styles.handout}>{keyText(batch)}</p>
      {isMine && may("codes:make") && (
        <Button icon={<ArrowDownToLine />} onClick={() => void save()}>
          加密导出
        </Button>
      )}
      {mayTake && (
        <Button icon={<KeyRound />} onClick={() => void take()}>
          领取密钥
        </Button>
      )}
      {key !== undefined && <TakenKey value={key} />}
    </Section>
  );
}
