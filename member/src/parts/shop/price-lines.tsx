/** How a price came about, line by line, to the end of the sum; the same for a quote and its order. */
import type { PriceLine } from "@yunjing/contract/schemas/price-lines";
import { moneyText } from "../money.ts";
import styles from "./price-lines.module.css";

interface PriceLinesProps {
  readonly lines: readonly PriceLine[];
  /** What the balance pays of what is payable. */
  readonly balanceFen?: number | undefined;
  /** What is left for WeChat. */
  readonly cashFen?: number | undefined;
  /** The order is paid: the parts are what was paid. */
  readonly isPaid?: boolean | undefined;
}

const Line = ({
  name,
  note,
  value,
  kind,
}: Record<"name" | "value" | "kind", string> & {
  readonly note?: string | undefined;
}) => (
  <div className={styles.line} data-kind={kind}>
    <dt>
      {name}
      {note && <small>{note}</small>}
    </dt>
    <dd>{value}</dd>
  </div>
);

export function PriceLines({ lines, balanceFen = 0, cashFen = 0, isPaid }: PriceLinesProps) {
  const hasBalanceLine = lines.some(({ kind }) => kind === "balance");
  return (
    <dl className={styles.lines}>
      {lines.map(({ kind, text, note, amountFen }) => (
        <Line
          key={`${kind}${text}`}
          kind={kind}
          name={text}
          note={note}
          value={moneyText(amountFen)}
        />
      ))}
      {balanceFen > 0 && !hasBalanceLine && (
        <Line
          kind="part"
          name={isPaid ? "余额支付" : "其中余额支付"}
          value={moneyText(balanceFen)}
        />
      )}
      {balanceFen > 0 && cashFen > 0 && (
        <Line kind="part" name={isPaid ? "微信支付" : "其中微信支付"} value={moneyText(cashFen)} />
      )}
    </dl>
  );
}
