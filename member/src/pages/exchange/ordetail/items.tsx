/** The ordered items and the total. */
import type { CachedOrder } from "../../../device/cached-orders.ts";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Section } from "../../../components/card.tsx";
import { Facts } from "../../../components/facts.tsx";
import { moneyText } from "../../../components/money.ts";
import styles from "./ordetail.module.css";

export const EAT = { dine_in: "堂食", take_away: "外带" } as const;

function factsOf({ amounts, lines, display }: CachedOrder) {
  const listed = lines.reduce((sum, line) => sum + line.totalFen, 0);
  const saved = listed - amounts.goodsFen;
  return [
    { name: "餐品合计", value: moneyText(Math.max(listed, amounts.goodsFen)) },
    ...(saved > 0 ? [{ name: "套餐优惠", value: `−${moneyText(saved)}` }] : []),
    ...(amounts.voucherFen > 0
      ? [{ name: "兑换码抵扣", value: `−${moneyText(amounts.voucherFen)}` }]
      : []),
    display === "wait_pay"
      ? { name: "还需支付", value: moneyText(amounts.differenceFen), isStrong: true }
      : { name: "实付", value: moneyText(amounts.paidFen), isStrong: true },
  ];
}

export function Items({ order }: { readonly order: CachedOrder }) {
  if (order.lines.length === 0) return null;
  const eat = order.eatType ? `${EAT[order.eatType]}，` : "";
  return (
    <Section title="餐品" note={`${eat}共 ${order.quantity} 件`}>
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <li key={`${line.name}${line.optionsText}`} className={styles.line}>
            <BenefitPicture artwork={line.artwork} photo={line.photo} size={44} />
            <span className="grow">
              {line.name}
              {line.optionsText && <small className="block caption">{line.optionsText}</small>}
            </span>
            <span className="ink-500">×{line.quantity}</span>
            <span className={styles.lineSum}>{moneyText(line.totalFen)}</span>
          </li>
        ))}
      </ul>
      <Facts items={factsOf(order)} />
    </Section>
  );
}
