/** The membership card on 我的: level and progress, assets, and the level sheet. */
import type { Me } from "@yunjing/contract/schemas/member";
import { lazy, Suspense, useState } from "react";
import { MemberCard } from "../../../components/member-card.tsx";
import { countText } from "../../../components/money.ts";
import { navigateTo } from "../../../shell/navigate.ts";

const LevelSheet = lazy(() =>
  import("./level-sheet.tsx").then((module) => ({ default: module.LevelSheet })),
);

const go = (url: string) => ({ href: url, onPress: () => void navigateTo(url) });

const assetLinks = {
  balance: go("/pages/user/wallet"),
  points: go("/pages/user/score"),
  cards: go("/pages/user/coupons?kind=card"),
  coupons: go("/pages/user/coupons"),
};

/** The card has space for only this many. */
const RIGHTS_SHOWN = 3;

/** Returns the benefits of the member's own level in a few words. */
export const rightsText = (benefits: readonly string[]): string | undefined =>
  benefits.length === 0 ? undefined : benefits.slice(0, RIGHTS_SHOWN).join("、");

export function Membership({ me }: { readonly me: Me }) {
  const { level, balance, points, counts } = me;
  const [isOpen, setOpen] = useState(false);
  const missing = Math.max(0, (level.nextGrowth ?? 0) - level.growth);
  return (
    <>
      <MemberCard
        levelName={level.name}
        levelMark={`LV${level.grade}`}
        growth={level.growth}
        growthNext={level.nextGrowth}
        growthNote={
          level.nextName ? `再得 ${countText(missing)} 升${level.nextName}` : "已是最高等级"
        }
        // A level without benefits keeps the line, so that levels have one height.
        rights={rightsText(level.benefits) ?? "\u00A0"}
        about={{ text: "会员权益", onPress: () => setOpen(true) }}
        assets={{
          balanceFen: balance.principal + balance.bonus + balance.reward,
          points: points.available,
          cards: counts.cards,
          coupons: counts.coupons,
        }}
        assetLinks={assetLinks}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <LevelSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
