/** Two editors of one text: what the other one stored beside one's own, and which to go on with. */
import { Button } from "./button.tsx";
import styles from "./conflict.module.css";
import { timeText } from "./format.ts";
import { Notice } from "./panel.tsx";
import { type Change, Diff } from "./record/diff.tsx";

export function Conflict(props: {
  /** What both edit: 「草稿」 or 「内容」. */
  readonly of: "草稿" | "内容";
  /** Who stored the other text and when, ms; without it nothing is drawn. */
  readonly theirs:
    | { readonly savedBy?: { readonly name: string }; readonly savedAt?: number }
    | undefined;
  /** Where the other text and one's own differ; asked for only when there is another text. */
  readonly changes: () => readonly Change[];
  readonly onSettle: (kept: "theirs" | "own") => void;
}) {
  const { of, theirs, changes, onSettle } = props;
  if (!theirs) return null;
  const when = theirs.savedAt === undefined ? "" : `在 ${timeText(theirs.savedAt)} `;
  return (
    <section className={styles.conflict} aria-label={`${of}冲突`} role="alert">
      <Notice
        tone="warn"
        action={
          <>
            <Button onClick={() => onSettle("theirs")}>用对方的</Button>
            <Button look="solid" onClick={() => onSettle("own")}>
              用我的覆盖
            </Button>
          </>
        }
      >
        {theirs.savedBy?.name ?? "他人"} {when}保存了另一份{of}，您的还没有保存。
      </Notice>
      <Diff changes={changes()} heads={["对方的", "您的"]} />
    </section>
  );
}
