/** 发起退款: chooses units of the order's items, and shows by tender what goes back. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { api, apiQuery } from "../../../api/client.ts";
import { sentenceFor } from "../../../api/failure.ts";
import { Button } from "../../../parts/button.tsx";
import { moneyText, pointsText } from "../../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../../parts/panel.tsx";
import { askReason } from "../../../parts/prompt/ask-reason.ts";
import { TwoPersons } from "../../../parts/tag.tsx";
import { Units } from "../../../parts/units.tsx";
import styles from "../order.module.css";
import type { OrderDetail } from "./order-detail.ts";

type Item = OrderDetail["items"][number];

const leftOf = ({ state, quantity, refundedQuantity }: Item): number =>
  state === "DONE" || state === "FAILED" ? quantity - refundedQuantity : 0;

export function RefundPanel(props: { readonly detail: OrderDetail; readonly onClose: () => void }) {
  const { detail, onClose } = props;
  const { orderNo } = detail.order;
  const refundable = detail.items.filter((item) => leftOf(item) > 0);
  const [units, setUnits] = useState<ReadonlyMap<string, number>>(new Map());
  const items = [...units].flatMap(([itemId, quantity]) =>
    quantity > 0 ? [{ itemId, quantity }] : [],
  );
  const query = useQuery({
    ...apiQuery(api.operatorOrders.refundPreview, { orderNo, items }),
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
  });
  const preview = items.length > 0 && !query.isError ? query.data : undefined;
  const sumFen = preview ? preview.cashFen + preview.balanceFen : 0;
  const refund = async () => {
    if (!preview) return;
    const opened = await askReason({
      op: api.operatorOrders.refund,
      input: { orderNo, items, expectedFen: sumFen },
      title: "发起退款",
      effect: [
        ...(preview.cashFen > 0 ? [`微信原路退回 ${moneyText(preview.cashFen)}`] : []),
        ...(preview.balanceFen > 0 ? [`余额退回 ${moneyText(preview.balanceFen)}`] : []),
        ...(preview.points > 0 ? [`积分退回 ${pointsText(preview.points)}`] : []),
        ...preview.takenBack,
        ...(preview.needsTwo ? ["超过单人额度：24 小时内还要另一位同意"] : []),
      ],
      confirm: preview.needsTwo ? `提交退款 ${moneyText(sumFen)}` : `退款 ${moneyText(sumFen)}`,
      look: "coral",
      movesFen: sumFen,
      done: preview.needsTwo ? "已提交，等第二人" : "已发起退款",
      reloads: [
        apiQuery(api.operatorOrders.detail, { orderNo }).queryKey,
        ["operatorOrders", "list"],
        ["operatorRefunds"],
      ],
    });
    if (opened) onClose();
  };
  return (
    <Panel
      title="发起退款"
      tags={preview?.needsTwo && <TwoPersons />}
      text="按份退，各支付方式按实付比例退回，分毫不差"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="coral"
            disabled={!preview || query.isFetching}
            onClick={() => void refund()}
          >
            {preview ? `退款 ${moneyText(sumFen)}` : "选择要退的份数"}
          </Button>
        </>
      }
    >
      <Section title="退哪几份">
        {refundable.map((item) => (
          <Units
            key={item.itemId}
            title={item.title}
            text={`共 ${item.quantity} 份，可退 ${leftOf(item)} 份`}
            max={leftOf(item)}
            value={units.get(item.itemId) ?? 0}
            onChange={(next) => setUnits(new Map(units).set(item.itemId, next))}
          />
        ))}
      </Section>
      {items.length > 0 && query.isError && (
        <Notice tone="bad" icon={<TriangleAlert aria-hidden="true" />}>
          {sentenceFor(query.error)}
        </Notice>
      )}
      {preview?.warnings.map((warning) => (
        <Notice key={warning} tone="warn" icon={<TriangleAlert aria-hidden="true" />}>
          {warning}
        </Notice>
      ))}
      {preview && (
        <>
          <Section title="退款概况">
            <Facts
              rows={[
                ["微信支付", moneyText(preview.cashFen), "原路退回"],
                ["余额", moneyText(preview.balanceFen), "即时到账"],
                ["积分", pointsText(preview.points)],
              ]}
              total={["合计", moneyText(sumFen)]}
            />
          </Section>
          <Section title="同时发生">
            <ul className={styles.takenBack}>
              {preview.takenBack.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </Panel>
  );
}
