/** 试算: what the coupon would have cost on the paid orders of the last thirty days. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { countText, dayText, moneyText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import type { CampaignDraft } from "./campaign-fields.ts";
import styles from "./campaigns.module.css";

const DAYS = 30;
type Result = OutputOf<typeof api.operatorCampaigns.simulate>;

/** What limits the figures, in one paragraph. */
function noteOf(
  { seen, isCut, endedAt, claims }: Result,
  { type }: CampaignDraft["rules"],
): string {
  const isPack = type === "pack";
  return [
    `按最近 ${DAYS} 天付款的 ${countText(seen)} 单算，假设会员有券就用，是成本的上限。`,
    ...(isPack ? [`共领 ${countText(claims)} 份，每一单用其中减得最多的一张。`] : []),
    ...(isCut ? ["订单太多，只算了最近的部分。"] : []),
    ...(endedAt === undefined
      ? []
      : [`${dayText(endedAt)} ${isPack ? "份数" : "张数"}或预算已用完。`]),
    "没有记录城市的订单不受城市限制。",
  ].join("");
}

/** Asks for the coupons of a pack as soon as one is chosen. */
export function Trial({ draft }: { readonly draft: CampaignDraft }) {
  const { rules, perMember, total, budgetFen } = draft;
  const query = useQuery({
    ...apiQuery(api.operatorCampaigns.simulate, {
      rules,
      perMember,
      days: DAYS,
      ...(total === undefined ? {} : { total }),
      ...(budgetFen === undefined ? {} : { budgetFen }),
    }),
    staleTime: 60_000,
    enabled: rules.type !== "pack" || rules.parts !== undefined,
  });
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  const found = query.data;
  return (
    <Card title="试算" aside={`最近 ${DAYS} 天`}>
      {found ? (
        <>
          <dl className={styles.trial}>
            <div>
              <dt>会用上的订单</dt>
              <dd>{countText(found.orders)} 单</dd>
            </div>
            <div>
              <dt>会员</dt>
              <dd>{countText(found.members)} 位</dd>
            </div>
            <div>
              <dt>让利</dt>
              <dd>{moneyText(found.offFen)}</dd>
            </div>
            <div>
              <dt>这些订单减券后的毛利</dt>
              <dd data-bad={found.marginFen < 0 || undefined}>{moneyText(found.marginFen)}</dd>
            </div>
          </dl>
          <p className={styles.trialText}>{noteOf(found, rules)}</p>
        </>
      ) : (
        <Skeleton rows={2} />
      )}
    </Card>
  );
}
