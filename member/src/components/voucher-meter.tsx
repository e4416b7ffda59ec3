/**
 * How much of a value voucher is used: blue up to its value, coral for the excess that must be
 * paid.
 */
import type { ReactNode } from "react";
import { moneyText } from "./money.ts";
import styles from "./voucher-meter.module.css";

interface VoucherMeterProps {
  readonly voucherFen: number;
  readonly chosenFen: number;
  readonly count: number;
  /** The line below: the voucher's value and the button. */
  readonly children?: ReactNode;
}

export function VoucherMeter({ voucherFen, chosenFen, count, children }: VoucherMeterProps) {
  const beyondFen = Math.max(chosenFen - voucherFen, 0);
  const leftFen = Math.max(voucherFen - chosenFen, 0);
  const whole = Math.max(chosenFen, voucherFen, 1);
  const within = (Math.min(chosenFen, voucherFen) / whole) * 100;
  const beyond = (beyondFen / whole) * 100;
  return (
    <div className="block">
      <p className={styles.words} aria-live="polite">
        <span>
          已选 {count} 件，<strong>{moneyText(chosenFen)}</strong>
        </span>
        {beyondFen > 0 ? (
          <span>
            超出券面，<strong className="coral-600">补 {moneyText(beyondFen)}</strong>
          </span>
        ) : (
          <span className="ink-500">
            {leftFen > 0 ? `还可选 ${moneyText(leftFen)}` : "正好用完券面"}
          </span>
        )}
      </p>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.within} style={{ width: `${within}%` }} />
        {beyond > 0 && <span className={styles.beyond} style={{ width: `max(${beyond}%, 8px)` }} />}
      </span>
      {children}
    </div>
  );
}
