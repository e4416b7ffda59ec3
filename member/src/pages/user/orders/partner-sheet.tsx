/** Sheet of an order at a partner: the shop's copy of it, and that the partner decides about it. */
import type { OrderCard as Order } from "@yunjing/contract/schemas/orders";
import { copyText } from "../../../device/clipboard.ts";
import { formatTime } from "../../../device/time.ts";
import { BottomSheet } from "../../../components/bottom-sheet.tsx";
import { Button } from "../../../components/button.tsx";
import { Facts } from "../../../components/facts.tsx";
import { moneyText } from "../../../components/money.ts";
import { toast } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";

interface PartnerSheetProps {
  readonly order: Order;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const jumpPath = (linkId: string): string =>
  `/pages/biz/go?linkId=${encodeURIComponent(linkId)}`;

export function PartnerSheet({ order, isOpen, onClose }: PartnerSheetProps) {
  const { partner, title, displayText, amounts, orderNo, createdAt } = order;
  if (!partner) return null;
  const { linkId } = partner;
  const copy = async () => {
    const isCopied = await copyText(orderNo);
    await toast(isCopied ? "单号已复制" : "没有复制成功，请长按选中", {
      kind: isCopied ? "done" : "text",
    });
  };
  const go = linkId === undefined ? undefined : () => navigateTo(jumpPath(linkId));
  return (
    <BottomSheet
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      note={`订单以合作方为准，修改、退款和开票请到${partner.name}处理。`}
      foot={
        <>
          <Button appearance="line" block onPress={copy}>
            复制单号
          </Button>
          {go && (
            <Button appearance="sea" block onPress={go}>
              前往{partner.name}
            </Button>
          )}
        </>
      }
    >
      <Facts
        items={[
          { name: "状态", value: displayText, isStrong: true },
          { name: "订单金额", value: moneyText(amounts.paidFen, "exact") },
          { name: "合作方", value: partner.name },
          { name: "合作方单号", value: orderNo },
          { name: "下单时间", value: formatTime(createdAt) },
          { name: "更新时间", value: formatTime(partner.changedAt) },
        ]}
      />
    </BottomSheet>
  );
}
