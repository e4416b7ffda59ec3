/** 试算: what the coupon would have cost on the paid orders of the last thirty days. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { countText, dayText, moneyText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import type { CampaignDraft } from "./campaign-fields.ts";
import { isCouponRules } from "./campaign-words.ts";
import type { ChosenPart } from "./pack.ts";
import styles from "./campaigns.module.css";

const DAYS = 30;
type Result = OutputOf<typeof api.operatorCampaigns.simulate>;

/** What limits the figures, in one paragraph. */
function noteOf({ seen, isCut, endedAt }: Result, rules: ChosenPart["rules"]): string {
  return [
    `按最近 ${DAYS} 天付款的 ${countText(seen)} 单算，假设每一单都用上这张券，是成本的上限。`,
    ...(isCut ? ["订单太多，只算了最近的部分。"] : []),
    ...(endedAt === undefined ? [] : [`${dayText(endedAt)} 张数或预算已用完，之后的订单没有算。`]),
    ...(rules.cities ? ["历史订单没有城市，城市限制没有算。"] : []),
  ].join("");
}

/** Nothing for a pack: how its coupons share the orders is not known beforehand. */
export function Trial({ draft }: { readonly draft: CampaignDraft }) {
  return isCouponRules(draft.rules) ? <CouponTrial draft={draft} rules={draft.rules} /> : null;
}

function CouponTrial(props: {
  readonly draft: CampaignDraft;
  readonly rules: ChosenPart["rules"];
}) {
  const { rules } = props;
  const { perMember, total, budgetFen } = props.draft;
  const query = useQuery({
    ...apiQuery(api.operatorCampaigns.simulate, {
      rules,
      perMember,
      days: DAYS,
      ...(total === undefined ? {} : { total }),
      ...(budgetFen === undefined ? {} : { budgetFen }),
    }),
    staleTime: 60_000,
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
