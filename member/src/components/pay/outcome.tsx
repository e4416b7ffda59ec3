/** The result of a payment in a sheet: done, pending or ended. */
import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import { check, clock, info } from "../icons.ts";
import { Pulse } from "../pulse.tsx";
import styles from "./pay.module.css";

interface OutcomeProps {
  readonly appearance: "ok" | "wait" | "over";
  readonly title: string;
  readonly text: string;
  /** In place of the round mark. */
  readonly picture?: ReactNode;
}

const drawings = { ok: check, wait: clock, over: info } as const;

export const Outcome = ({ appearance, title, text, picture }: OutcomeProps) => (
  <div className={styles.outcome} role="status">
    {picture ?? (
      <span className={styles.mark} data-look={appearance}>
        <Icon of={drawings[appearance]} size={28} />
      </span>
    )}
    <p className="text-16 ink-900 strong balance mt-2">{title}</p>
    <p className="text-14 ink-700 balance">{text}</p>
    {appearance === "wait" && <Pulse label="正在确认" />}
  </div>
);
