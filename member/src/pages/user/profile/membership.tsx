/** The member's card on 我的: the level and the way to the next, the assets, and the sheet of levels behind it. */
import { useQuery } from "@tanstack/react-query";
import type { LevelSummary } from "@yunjing/contract/schemas/levels";
import type { Me } from "@yunjing/contract/schemas/member";
import { lazy, Suspense, useState } from "react";
import { api, apiQuery } from "../../../api.ts";
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

/** The card has room for so many. */
const RIGHTS_SHOWN = 3;

/** What the member's own level gives, in a few words. */
export function rightsText(summary: LevelSummary | undefined): string | undefined {
  const level = summary?.levels.find(({ grade }) => grade === summary.grade);
  if (!level || level.benefits.length === 0) return undefined;
  return level.benefits
    .slice(0, RIGHTS_SHOWN)
    .map(({ name }) => name)
    .join("、");
}

export function Membership({ me }: { readonly me: Me }) {
  const { level, balance, points, counts } = me;
  const [isOpen, setOpen] = useState(false);
  const { data: levels } = useQuery(apiQuery(api.levels.summary, {}));
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
        // Its line has its place before it is known.
        rights={rightsText(levels) ?? "\u00A0"}
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
