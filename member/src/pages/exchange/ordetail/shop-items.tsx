/** The bought items: state, charged account, and how the price was calculated. */
import type { OrderDetail } from "@yunjing/contract/schemas/orders";
import type { CachedOrder } from "../../../device/cached-orders.ts";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Section } from "../../../components/card.tsx";
import { Facts } from "../../../components/facts.tsx";
import { moneyText } from "../../../components/money.ts";
import { PriceLines } from "../../../components/shop/price-lines.tsx";
import { Tag, type TagTone } from "../../../components/tag.tsx";
import { EAT } from "./items.tsx";
import styles from "./ordetail.module.css";

type Line = OrderDetail["lines"][number];

const tones: Readonly<Partial<Record<NonNullable<Line["state"]>, TagTone>>> = {
  done: "ok",
  issuing: "sea",
  ready: "sea",
  manual: "warn",
  refunding: "warn",
};

/** An item shows its state only when it differs from the order's state. */
const ItemState = ({ line, order }: { readonly line: Line; readonly order: CachedOrder }) => {
  if (!line.state || !line.stateText || line.state === order.display) return null;
  return <Tag tone={tones[line.state] ?? "plain"}>{line.stateText}</Tag>;
};

const UNPAID: ReadonlySet<string> = new Set(["wait_pay", "cancelled", "closed"]);

export function ShopItems({ order }: { readonly order: CachedOrder }) {
  const { lines, inputs = [], priceLines, amounts, display, eatType } = order;
  const isPaid = !UNPAID.has(display);
  const paid = { balanceFen: amounts.balanceFen ?? 0, cashFen: amounts.cashFen ?? 0 };
  return (
    <Section
      title={eatType ? "餐品" : "商品"}
      note={`${eatType ? `${EAT[eatType]}，` : ""}共 ${order.quantity} 件`}
    >
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.itemId ?? line.name} className={styles.line}>
            <BenefitPicture artwork={line.artwork} photo={line.photo} size={56} />
            <span className="grow">
              {line.name} <ItemState line={line} order={order} />
              <small className="block caption">
                {[line.optionsText, line.refundedQuantity ? `已退 ${line.refundedQuantity} 件` : ""]
                  .filter(Boolean)
                  .join("，")}
              </small>
            </span>
            <span className="ink-500">×{line.quantity}</span>
            <span className={styles.lineSum}>{moneyText(line.totalFen)}</span>
          </li>
        ))}
      </ul>
      {inputs.length > 0 && (
        <div className={styles.inputs}>
          <Facts
            items={inputs.map(({ label, text }) => ({ name: label, value: text, isStrong: true }))}
          />
        </div>
      )}
      {priceLines && <PriceLines lines={priceLines} paid={isPaid ? paid : undefined} />}
      {eatType && (
        <Facts
          items={[
            {
              name: isPaid ? "实付" : "合计",
              value: moneyText(isPaid ? amounts.paidFen : amounts.goodsFen),
              isStrong: true,
            },
          ]}
        />
      )}
      {(amounts.refundedFen ?? 0) > 0 && (
        <p className="mt-2 text-12 ok-700">
          已退款 {moneyText(amounts.refundedFen ?? 0)}，原路退回
        </p>
      )}
    </Section>
  );
}
