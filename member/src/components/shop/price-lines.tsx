/** How a price is composed, line by line, down to the sum; the same for a quote and its order. */
import type { PriceLine } from "@yunjing/contract/schemas/price-lines";
import { moneyText } from "../money.ts";
import styles from "./price-lines.module.css";

interface LineProps {
  readonly kind: string;
  readonly name: string;
  readonly note?: string | undefined;
  readonly amountFen: number;
}

const Line = ({ kind, name, note, amountFen }: LineProps) => (
  <div className={styles.line} data-kind={kind}>
    <dt>
      {name}
      {note && <small>{note}</small>}
    </dt>
    <dd>{moneyText(amountFen)}</dd>
  </div>
);

interface PriceLinesProps {
  readonly lines: readonly PriceLine[];
  /** Set when the order is paid: what each tender paid, in fen, shown at the end of the sum. */
  readonly paid?: { readonly balanceFen: number; readonly cashFen: number } | undefined;
}

export function PriceLines({ lines, paid }: PriceLinesProps) {
  const shown = paid ? lines.filter(({ kind }) => kind !== "balance" && kind !== "payable") : lines;
  return (
    <dl className="box grid gap-2 bg-ground text-14">
      {shown.map(({ kind, text, note, amountFen }) => (
        <Line key={`${kind}${text}`} kind={kind} name={text} note={note} amountFen={amountFen} />
      ))}
      {paid && paid.balanceFen > 0 && (
        <Line kind="part" name="余额支付" amountFen={paid.balanceFen} />
      )}
      {paid && paid.cashFen > 0 && <Line kind="part" name="微信支付" amountFen={paid.cashFen} />}
      {paid && <Line kind="payable" name="实付" amountFen={paid.balanceFen + paid.cashFen} />}
    </dl>
  );
}
