/** The chosen store above the dishes, with a button to change it. */
import { Icon } from "../../../components/icon.tsx";
import { chevron } from "../../../components/icons.ts";
import styles from "./kfc.module.css";
import { type StepProps, STORE_STEP, storeNameOf } from "./step.ts";

export const StoreLine = ({ draft, goToStep }: Pick<StepProps, "draft" | "goToStep">) => (
  <p className={styles.storeLine}>
    <span className="min-width-0 ink-900 medium ellipsis">{storeNameOf(draft, draft.store)}</span>
    <button type="button" className={styles.wordButton} onClick={() => goToStep(STORE_STEP)}>
      换门店
      <Icon of={chevron} size={16} />
    </button>
  </p>
);
