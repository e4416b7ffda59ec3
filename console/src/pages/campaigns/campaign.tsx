/** 活动详情: the rules in words, what was given and used by day, and when the budget ends. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { Chart } from "../../parts/chart/chart.tsx";
import { countText, dayText, EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { Card, CardRow, Figure, PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice } from "../../parts/panel.tsx";
import { Definition } from "../../parts/definition.tsx";
import { PageLink } from "../../parts/record/record-links.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { CampaignButtons, raiseBudget, stateOf, wizardPath } from "./campaign-actions.tsx";
import { ruleRows } from "./campaign-words.ts";
import styles from "./campaigns.module.css";
import { PackCard } from "./pack-card.tsx";
import { RETURN_MEANING, RETURN_TITLE, returnText } from "./return-cell.tsx";
import { Ticket } from "./ticket.tsx";
import { Trial } from "./trial.tsx";

type Detail = OutputOf<typeof api.operatorCampaigns.detail>;

/** When the budget ends at the rate of the last days, and whether that is before the campaign does. */
function Outlook({ detail }: { readonly detail: Detail }) {
  const { outlook, campaign } = detail;
  if (!outlook || campaign.status === "ended" || campaign.status === "archived") return null;
  const { endsAt, perDayFen } = outlook;
  const raise = (
    <Button size="small" onClick={() => void raiseBudget(campaign)}>
      追加预算
    </Button>
  );
  if (endsAt === undefined)
    return (
      <Notice tone="bad" action={raise}>
        预算已用完，再用券会被拒绝。
      </Notice>
    );
  const { claimUntil } = campaign;
  const isEarly = claimUntil !== undefined && endsAt < claimUntil;
  return (
    <Notice tone={isEarly ? "warn" : "sea"} {...(isEarly && { action: raise })}>
      照最近 7 天每天 {moneyText(perDayFen)} 的速度，预算 <b>{dayText(endsAt)}</b> 用完
      {isEarly ? `，早于发放结束 ${dayText(claimUntil)}` : ""}。
    </Notice>
  );
}

const shareText = (part: number, whole: number): string =>
  whole === 0 ? EMPTY : `${((part / whole) * 100).toFixed(1)}%`;

export default function CampaignPage() {
  const { templateId = "" }: { readonly templateId?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const query = useQuery(apiQuery(api.operatorCampaigns.detail, { templateId }));
  const cities = useQuery(apiQuery(api.operatorHomePage.cities, {})).data?.list ?? [];
  const detail = query.data;
  if (!detail)
    return query.isError ? (
      <>
        <PageHead title="活动详情" />
        <Failed failure={query.error} onRetry={() => void query.refetch()} />
      </>
    ) : (
      <Skeleton rows={8} tall />
    );
  const { campaign, draft, days, effect, reason, decidedAt, parts } = detail;
  const [tone, word] = stateOf(campaign);
  const { claimed, used, total, budgetFen, spentFen, heldFen } = campaign;
  const isDraft = campaign.status === "draft";
  return (
    <>
      <PageHead
        title={campaign.title}
        tags={<StateTag tone={tone}>{word}</StateTag>}
        text={templateId}
        actions={
          <CampaignButtons
            row={campaign}
            open={(path, search = {}) => void navigate({ to: path as "/", search })}
          />
        }
      />
      {!isDraft && (
        <CardRow>
          <Figure
            label="已发"
            value={`${countText(claimed)} 张`}
            aside={
              <PageLink to={`/campaigns/${templateId}/members`}>
                {total === undefined ? "总数不限，看会员" : `共 ${countText(total)} 张，看会员`}
              </PageLink>
            }
          />
          <Figure label="已用" value={`${countText(used)} 张`} aside={shareText(used, claimed)} />
          <Figure
            label="已用预算"
            value={moneyText(spentFen)}
            aside={budgetFen === undefined ? "预算不限" : `预算 ${moneyText(budgetFen)}`}
          />
          <Figure label="预占" value={moneyText(heldFen)} aside="待付款的订单" />
          <Figure
            label={
              <>
                {RETURN_TITLE}
                <Definition title={RETURN_TITLE} text={RETURN_MEANING} />
              </>
            }
            value={returnText(effect)}
            aside={`近 30 天毛利 ${moneyText(effect.marginFen)}，让利 ${moneyText(effect.offFen)}`}
          />
        </CardRow>
      )}
      <Outlook detail={detail} />
      {campaign.status === "review" && !campaign.isExpired && (
        <ApprovalCard framed kind="campaign" no={templateId} />
      )}
      <div className={styles.detail}>
        <div>
          {isDraft ? (
            <Trial draft={draft} />
          ) : (
            <Card>
              <Chart
                title="发放与使用，按天"
                unit="张"
                kind="line"
                names={["发", "用"]}
                definition="当天发给会员的张数，和当天付款的订单用掉的张数；退款退回的券不算已用。"
                points={days.map(({ day, given, used: usedThatDay }) => ({
                  label: day.slice(5),
                  value: given,
                  before: usedThatDay,
                }))}
              />
            </Card>
          )}
          {parts && !isDraft && <PackCard parts={parts} />}
          <Card
            title="规则"
            aside={isDraft && <PageLink to={wizardPath(templateId)}>修改草稿</PageLink>}
          >
            <div className={styles.summary}>
              <Facts
                rows={ruleRows(
                  draft,
                  (code) => cities.find((city) => city.code === code)?.name ?? code,
                  parts,
                )}
              />
            </div>
          </Card>
        </div>
        <div>
          <Ticket draft={draft} {...(parts && { parts })} />
          <Card title="审批">
            <div className={styles.summary}>
              <Facts
                rows={[
                  ["创建人", campaign.maker.name || EMPTY],
                  ["创建时间", timeText(campaign.createdAt)],
                  ["同意人", campaign.checker?.name || EMPTY],
                  ["最近操作", decidedAt === undefined ? EMPTY : timeText(decidedAt)],
                  ["操作原因", reason ?? EMPTY],
                ]}
              />
            </div>
          </Card>
        </div>
      </div>
    </>
  );
}
