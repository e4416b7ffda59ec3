/** What the order brought: tickets to show, or cards that lie in the wallet. */
import type { SeenOrder } from "../../../device/receipts.ts";
import { Section } from "../../../parts/card.tsx";
import { card } from "../../../parts/page-icons.ts";
import { ListRow, ListRows } from "../../../parts/list-row.tsx";
import { PickupTicket } from "../../../parts/pickup-ticket.tsx";
import { navigateTo } from "../../../shell/navigate.ts";

const WALLET = "/pages/user/coupons?kind=card";

export function ShopCodes({ order }: { readonly order: SeenOrder }) {
  const { codes, cards = [], kind } = order;
  const [first, ...others] = codes.map(({ code, qr }) => ({ code, ...(qr ? { qr } : {}) }));
  return (
    <>
      {first && (
        <PickupTicket
          codes={[first, ...others]}
          hints={[
            kind === "movie" ? "凭取票码在影院取票机取票" : "向店员出示兑换码",
            "断网也能查看",
          ]}
        />
      )}
      {cards.length > 0 && (
        <Section title="卡券" note={`${cards.length} 张，已放入卡包`}>
          <ListRows label="卡券">
            {cards.map(({ couponId, title }) => (
              <ListRow
                key={couponId}
                icon={card}
                name={title}
                act="查看卡密"
                href={WALLET}
                onPress={() => void navigateTo(WALLET)}
              />
            ))}
          </ListRows>
        </Section>
      )}
    </>
  );
}
