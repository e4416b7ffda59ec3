/** Says whether what is typed into a draft is stored, and tries again. */
import { CloudCheck, CloudUpload } from "lucide-react";
import { sentenceFor } from "../api/failure.ts";
import { Button } from "./button.tsx";
import styles from "./draft-state.module.css";
import { timeText } from "./format.ts";
import type { DraftHands } from "./use-draft.ts";

type Saved = { readonly sinceVersion: number; readonly savedAt?: number };

export function DraftState<D>({ hands }: { readonly hands: DraftHands<D, Saved> }) {
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
