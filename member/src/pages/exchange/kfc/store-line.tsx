/** The chosen store above the dishes, and the way back to another. */
import { Icon } from "../../../parts/icon.tsx";
import { chevron } from "../../../parts/icons.ts";
import styles from "./kfc.module.css";
import { type StepProps, STORE_STEP } from "./step.ts";

export const StoreLine = ({ draft, go }: Pick<StepProps, "draft" | "go">) => (
  <p className={styles.storeLine}>
    <span className={styles.storeName}>{draft.store?.name}</span>
    <button type="button" className={styles.wordButton} onClick={() => go(STORE_STEP)}>
      换门店
      <Icon of={chevron} size={16} />
    </button>
  </p>
);
