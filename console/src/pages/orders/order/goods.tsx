/** The goods of an order, and its money: payable, tenders, cost and margin. */
import type { ReactNode } from "react";
import { GoodsPicture } from "../../../parts/goods-picture.tsx";
import { Card } from "../../../parts/page-head.tsx";
import { Money } from "../../../parts/table/columns.tsx";
import { itemStates } from "../order-texts.ts";
import styles from "../order.module.css";
import type { OrderDetail } from "./order-detail.ts";

function Amount(props: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.amount}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Item({ item }: { readonly item: OrderDetail["items"][number] }) {
  const { title, spec, quantity, refundedQuantity, inputs, state } = item;
  const filled = inputs.map(({ label, text }) => `${label} ${text}`).join(" · ");
  return (
    <li>
      <b>
        {title}
        {spec !== "" && spec !== title && ` ${spec}`} × {quantity}
      </b>
      <span className={styles.muted}>
        {itemStates[state] ?? state}
        {refundedQuantity > 0 && `，已退 ${refundedQuantity} 份`}
        {filled !== "" && ` · ${filled}`}
      </span>
    </li>
  );
}

export function Goods({ detail }: { readonly detail: OrderDetail }) {
  const { order, items } = detail;
  const { cashFen, balanceFen, couponOffFen, pointsOffFen, codeFen, codeLast4 } = order.tenders;
  return (
    <Card>
      <div className={styles.goods}>
        <GoodsPicture artwork={items[0]?.artwork ?? order.artwork} />
        <ul className={styles.items}>
          {items.map((item) => (
            <Item key={item.itemId} item={item} />
          ))}
          {items.length === 0 && (
            <li>
              <b>{order.title}</b> × {order.quantity}
              {order.itemsText !== order.title && (
                <span className={styles.muted}> {order.itemsText}</span>
              )}
            </li>
          )}
          {order.cityName !== undefined && <li className={styles.muted}>城市：{order.cityName}</li>}
          {order.store !== undefined && <li className={styles.muted}>{order.store}</li>}
        </ul>
        <dl className={styles.amounts}>
          <Amount label="应付">
            <Money fen={order.payableFen} />
          </Amount>
          {codeFen !== undefined && (
            <Amount label={codeLast4 === undefined ? "兑换码" : `兑换码 …${codeLast4}`}>
              <Money fen={codeFen} />
            </Amount>
          )}
          {cashFen !== undefined && (
            <Amount label="微信支付">
              <Money fen={cashFen} />
            </Amount>
          )}
          {balanceFen !== undefined && (
            <Amount label="余额">
              <Money fen={balanceFen} />
            </Amount>
          )}
          {couponOffFen !== undefined && (
            <Amount label="优惠券">
              <Money fen={-couponOffFen} />
            </Amount>
          )}
          {pointsOffFen !== undefined && (
            <Amount label="积分抵扣">
              <Money fen={-pointsOffFen} />
            </Amount>
          )}
          {order.refundedFen > 0 && (
            <Amount label="已退">
              <Money fen={-order.refundedFen} />
            </Amount>
          )}
          <Amount label="成本">
            <Money fen={order.costFen} />
          </Amount>
          <Amount label="毛利">
            <Money fen={order.marginFen} tone={order.marginFen < 0 ? "bad" : "ok"} />
          </Amount>
        </dl>
      </div>
    </Card>
  );
}
