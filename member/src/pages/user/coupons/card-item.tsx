/**
 * One card (卡密) of the member. The secret needs confirmation; once revealed it is readable offline.
 */
import type { WalletCard } from "@yunjing/contract/schemas/coupons";
import { lazy, Suspense, useState } from "react";
import { CardTicket } from "../../../components/card-ticket.tsx";

const CardSheet = lazy(() =>
  import("./card-sheet.tsx").then((module) => ({ default: module.CardSheet })),
);

const stamps: Readonly<Partial<Record<WalletCard["state"], string>>> = {
  marked_used: "已使用",
  expired: "已过期",
  void: "已作废",
};

/** Returns 月卡（1/3): the card's number within one purchase. */
const titleOf = ({ title, seq, of }: WalletCard): string =>
  of > 1 ? `${title}（${seq}/${of}）` : title;

export function CardItem({ card }: { readonly card: WalletCard }) {
  const [isOpen, setOpen] = useState(false);
  const { state, badge } = card;
  const stamp = stamps[state];
  const isNew = state === "ready";
  const isUrgent = badge === "today" || badge === "soon";
  return (
    <>
      <CardTicket
        title={titleOf(card)}
        artwork={card.artwork}
        tint={card.tint}
        tail={card.mask}
        until={card.dateText}
        isUrgent={isUrgent}
        tag={{
          text: badge === "today" ? "今天到期" : card.stateText,
          tone: badge === "today" ? "warn" : isNew ? "sea" : "plain",
        }}
        {...(stamp ? { stamp, tag: undefined } : {})}
        action={{
          text: isNew ? "查看卡密" : "再次查看",
          isFirst: isNew,
          onPress: () => setOpen(true),
        }}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <CardSheet card={card} title={titleOf(card)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
