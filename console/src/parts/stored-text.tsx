/** Whether a draft is stored: when it was, that it waits, or why it could not be, with a retry. */
import { CloudCheck, CloudUpload } from "lucide-react";
import { sentenceFor } from "../api/failure.ts";
import { Button } from "./button.tsx";
import { timeText } from "./format.ts";
import styles from "./stored-text.module.css";
import type { DraftHands } from "./use-draft.ts";

type Hands = Pick<
  DraftHands<unknown, { readonly sinceVersion: number; readonly savedAt?: number }>,
  "state" | "saved" | "failure" | "flush"
> & { readonly theirs: object | undefined };

export function StoredText({ hands }: { readonly hands: Hands }) {
  const { state, saved, failure, theirs, flush } = hands;
  const words = {
    saved: saved.savedAt === undefined ? "没有改动" : `草稿已存 ${timeText(saved.savedAt)}`,
    changed: "有改动，稍后自动保存",
    saving: "正在保存…",
    failed: theirs ? "没有保存：他人已更新" : `没有保存：${sentenceFor(failure)}`,
  };
  return (
    <span className={styles.stored} data-failed={state === "failed" || undefined}>
      {state === "saved" ? <CloudCheck aria-hidden="true" /> : <CloudUpload aria-hidden="true" />}
      <span role="status">{words[state]}</span>
      {state === "failed" && !theirs && (
        <Button size="small" look="text" onClick={() => void flush()}>
          重试
        </Button>
      )}
    </span>
  );
}
