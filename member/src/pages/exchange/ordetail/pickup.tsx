/**
 * The pickup of a meal: the code as a ticket once it is issued, the waiting state before, and
 * always the store.
 */
import type { CachedOrder } from "../../../device/cached-orders.ts";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { navigate, phone } from "../../../components/page-icons.ts";
import { PickupStore, PickupTicket } from "../../../components/pickup-ticket.tsx";
import { Pulse } from "../../../components/pulse.tsx";
import { openExternal } from "../../../shell/navigate.ts";
import styles from "./ordetail.module.css";
import { isUsedUp } from "./used-up.ts";

type Store = NonNullable<CachedOrder["store"]>;

/** Returns a map page that any browser opens; a phone offers its own map app for it. */
const mapOf = ({ lat, lng, name }: Store): string =>
  `https://uri.amap.com/marker?position=${lng},${lat}&name=${encodeURIComponent(name)}&coordinate=gaode`;

const StoreLines = ({ store }: { readonly store: Store }) => (
  <PickupStore name={store.name} address={store.address}>
    <Button
      appearance="soft"
      block
      size={44}
      icon={navigate}
      onPress={() => openExternal(mapOf(store))}
    >
      导航
    </Button>
    {store.phone && (
      <Button
        appearance="soft"
        block
        size={44}
        icon={phone}
        onPress={() => openExternal(`tel:${store.phone}`, { isTrusted: true })}
      >
        致电门店
      </Button>
    )}
  </PickupStore>
);

const HINTS = ["向店员报取餐码，或出示二维码", "断网也能查看"] as const;

export function Pickup({ order }: { readonly order: CachedOrder }) {
  const { codes, store } = order;
  const [first, ...others] = codes.map(({ code, qr }) => ({ code, ...(qr ? { qr } : {}) }));
  if (first) {
    return (
      <PickupTicket
        codes={[first, ...others]}
        hints={HINTS}
        stamp={isUsedUp(order) ? (order.display === "done" ? "已取餐" : "已失效") : undefined}
      >
        {store && <StoreLines store={store} />}
      </PickupTicket>
    );
  }
  const isWaiting = order.display === "issuing" || order.display === "manual";
  return (
    <Card>
      <div className={styles.waiting} data-busy={isWaiting ? "" : undefined}>
        <BenefitPicture artwork={order.artwork} photo={order.photo} size={96} />
        <p className="text-16 strong">{order.title}</p>
        {isWaiting && <Pulse label="正在出码" />}
      </div>
      {store && <StoreLines store={store} />}
    </Card>
  );
}
