/** The order's history, number, phone, refundability and rules. */
import { copyText } from "../../../device/clipboard.ts";
import { formatTime } from "../../../device/time.ts";
import { type CachedOrder, storePendingReceipt } from "../../../device/cached-orders.ts";
import { Button } from "../../../components/button.tsx";
import { Card, Section } from "../../../components/card.tsx";
import { Facts } from "../../../components/facts.tsx";
import { ListRow, ListRows } from "../../../components/list-row.tsx";
import { Timeline } from "../../../components/timeline.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";

const spaced = (orderNo: string): string => orderNo.replace(/(\d{4})(?=\d)/g, "$1 ");

const copy = async (orderNo: string): Promise<void> =>
  (await copyText(orderNo))
    ? toast("订单编号已复制", { kind: "done" })
    : toast("没有复制成功，请长按编号复制");

const refundText = ({ allowed, reason, until }: CachedOrder["refund"]): string => {
  if (!allowed) return reason ?? "不支持退款";
  return until === undefined ? "可申请" : `${formatTime(until)} 前可申请`;
};

interface OrderInfoProps {
  readonly order: CachedOrder;
  /** The page that asks the service about this order. */
  readonly askUrl: string;
  /** The receipt token, kept for the page of the question when a login comes between. */
  readonly receipt: string | undefined;
}

export function OrderInfo({ order, askUrl, receipt }: OrderInfoProps) {
  const leaveToAsk = () => {
    if (receipt !== undefined) storePendingReceipt(receipt);
    return navigateTo(askUrl);
  };
  const invoiceUrl = `/pages/user/invoice?orderNo=${encodeURIComponent(order.orderNo)}`;
  const events = order.timeline.toReversed().map(({ at, text }, place) => ({
    text,
    at: formatTime(at),
    state: place === 0 ? ("now" as const) : ("past" as const),
  }));
  return (
    <>
      <Section title="进度">
        {events.length === 0 ? (
          <p className="text-14 ink-500">下单时间较久，过程记录已归档</p>
        ) : (
          <Timeline events={events} />
        )}
      </Section>
      <Card>
        <Facts
          items={[
            {
              name: "订单编号",
              value: (
                <span className="inline-row wrap justify-end gap-2">
                  <span>{spaced(order.orderNo)}</span>
                  <Button appearance="line" size={32} onPress={() => copy(order.orderNo)}>
                    复制
                  </Button>
                </span>
              ),
            },
            { name: "下单时间", value: formatTime(order.createdAt) },
            ...(order.slot ? [{ name: "取餐时间", value: order.slot.text }] : []),
            ...(order.contactPhone ? [{ name: "联系手机", value: order.contactPhone }] : []),
            ...(order.codeLast4 ? [{ name: "兑换码尾号", value: order.codeLast4 }] : []),
            ...(order.display === "wait_pay"
              ? []
              : [
                  {
                    name: "退款",
                    value: refundText(order.refund),
                  },
                ]),
          ]}
        />
      </Card>
      <Card>
        <ListRows label="需要帮助">
          {receipt === undefined && order.source === "shop" && order.display !== "wait_pay" && (
            <ListRow name="发票" actionText="申请或查看" onPress={() => navigateTo(invoiceUrl)} />
          )}
          <ListRow name="联系客服" actionText="提交问题" onPress={leaveToAsk} />
        </ListRows>
      </Card>
      {order.rules.length > 0 && (
        <Section title="使用说明">
          <ul className="relaxed ink-700 bullets">
            {order.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
