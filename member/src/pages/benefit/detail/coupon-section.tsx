/** The claimable coupons for this kind of benefit; renders nothing when there are none. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BenefitDetail } from "@yunjing/contract/schemas/benefit";
import { api, apiQuery } from "../../../api.ts";
import { Section } from "../../../components/card.tsx";
import { ClaimTicket } from "../../../components/shop/claim-ticket.tsx";
import { useClaim } from "../../../components/shop/use-claim.ts";
import { navigateTo } from "../../../shell/navigate.ts";

/** More coupons would push the rules too far down. */
const SHOWN_MAX = 2;

export function CouponSection({ benefit }: { readonly benefit: BenefitDetail }) {
  const { data } = useQuery(
    apiQuery(api.coupons.templates, { categoryCode: benefit.category.code }),
  );
  const claim = useClaim();
  const all = data?.list ?? [];
  const claimable = all.filter(({ state }) => state === "claimable").slice(0, SHOWN_MAX);
  // The member's own answer must not move what is below: as many stay as the first view shows.
  const [room] = useState(data && claimable.length);
  const others = all.filter(({ state }) => state !== "claimable");
  const list = room === undefined ? claimable : [...claimable, ...others].slice(0, room);
  if (list.length === 0) return null;
  return (
    <Section
      title="领券更优惠"
      all={{ text: "更多优惠券", onPress: () => navigateTo("/pages/coupon/center") }}
    >
      <ul className="grid gap-2">
        {list.map((coupon) => (
          <li key={coupon.templateId}>
            <ClaimTicket coupon={coupon} onClaim={claim} isBoxed />
          </li>
        ))}
      </ul>
    </Section>
  );
}
