/** The frame of a document that is stored as a whole: its conflict, its fields, who stored it, 保存. */
import type { ReactNode } from "react";
import { Button } from "../../parts/button.tsx";
import { Conflict } from "../../parts/conflict.tsx";
import { timeText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { changesBetween } from "../../parts/record/changes.ts";
import styles from "./content.module.css";
import type { Kept, Stored } from "./use-kept.ts";

export function KeptEditor<D>(props: {
  readonly stored: Stored;
  readonly kept: Kept<D>;
  /** The texts of the document by their labels, for the comparison with another operator's. */
  readonly linesOf: (value: D) => ReadonlyMap<string, string>;
  /** What members read while nothing is stored. */
  readonly unstored: string;
  /** Whether a field has a fault: then it cannot be saved. */
  readonly isWrong?: boolean;
  readonly onSave: () => Promise<void>;
  /** An action at the left of the foot. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  const { stored, kept, linesOf, unstored, isWrong = false, onSave, action, children } = props;
  const { value, isChanged, theirs, settle } = kept;
  return (
    <>
      <Conflict
        of="内容"
        theirs={theirs}
        changes={() => (theirs ? changesBetween(linesOf(theirs.value), linesOf(value)) : [])}
        onSettle={settle}
      />
      {children}
      <Gate may="catalog:publish">
        <div className={styles.foot}>
          {action}
          <span className={styles.quiet}>
            {stored.savedAt === undefined
              ? unstored
              : `${stored.savedBy?.name ?? ""} ${timeText(stored.savedAt)} 保存`}
          </span>
          <Button
            look="solid"
            disabled={!isChanged || isWrong || theirs !== undefined}
            onClick={() => void onSave()}
          >
            保存
          </Button>
        </div>
      </Gate>
    </>
  );
}
