/** A masked value with a button that reveals it after a reason; the text stays in memory only. */
import { Eye } from "lucide-react";
import { useState } from "react";
import styles from "./reveal.module.css";

export function Reveal(props: {
  readonly masked: string;
  /** What the button does: 「查看完整手机号」. */
  readonly label: string;
  /** How many values the operator has revealed today, of how many. */
  readonly used: number;
  readonly most: number;
  /**
   * Asks for the reason and returns the clear text; undefined when the operator closed it. Absent
   * where the operator may not reveal.
   */
  readonly onReveal?: (() => Promise<string | undefined>) | undefined;
}) {
  const { masked, label, used, most, onReveal } = props;
  const [clear, setClear] = useState<string | undefined>(undefined);
  return (
    <>
      <b className={styles.value}>{clear ?? masked}</b>
      {onReveal && clear === undefined && (
        <button
          type="button"
          className={styles.reveal}
          aria-label={`${label}，今天 ${used} / ${most} 次`}
          onClick={() => void onReveal().then(setClear)}
        >
          <Eye aria-hidden="true" />
          {used}/{most}
        </button>
      )}
    </>
  );
}
