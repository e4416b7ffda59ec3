/** 邀请活动: each campaign with its rule, what it brought and what it cost. */
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { countText, dayText, moneyText, pointsText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { UsedBar } from "../../parts/table/used-bar.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { type InviteCampaign as Row, InviteCampaignForm } from "./campaign-form.tsx";

function giftText(gift: Row["inviter"]): string {
  switch (gift.kind) {
    case "cash":
      return `首单实付的 ${gift.percent}%，最多 ${moneyText(gift.capFen)}`;
    case "points":
      return pointsText(gift.points);
    case "coupon":
      return `优惠券 ${gift.templateId}`;
    case "none":
      return "无";
    default:
      return gift satisfies never;
  }
}

const CampaignTag = ({ isOn }: Pick<Row, "isOn">) =>
  isOn ? <StateTag tone="ok">进行中</StateTag> : <StateTag tone="sand">已停</StateTag>;

const of = columnsOf<Row>();
const columns = [
  of.text("name", "活动"),
  of.custom("state", "状态", ({ isOn }) => <CampaignTag isOn={isOn} />),
  of.count("bound", "绑定"),
  of.count("effective", "有效"),
  of.custom("budget", "预算", ({ usedFen, budgetFen }) => (
    <UsedBar
      used={usedFen}
      total={budgetFen}
      text={`${moneyText(usedFen)} / ${moneyText(budgetFen)}`}
    />
  )),
  of.money("frozenFen", "冻结中", { from: 1200 }),
  of.money("settledFen", "已发放"),
  of.count("held", "待审"),
];

const switchOn = (row: Row) => {
  const { campaignId, name, startsAt, endsAt, budgetFen, inviter, invitee, monthCap } = row;
  return askReason({
    op: api.operatorInvitations.change,
    input: {
      campaignId,
      name,
      startsAt,
      endsAt,
      budgetFen,
      inviter,
      invitee,
      monthCap,
      isOn: !row.isOn,
      sinceVersion: row.version,
    },
    title: row.isOn ? "停掉活动" : "恢复活动",
    effect: row.isOn ? ["立即不再产生新奖励", "已冻结的奖励照常结算"] : ["立即可以产生新奖励"],
    confirm: row.isOn ? "停掉活动" : "恢复活动",
    look: row.isOn ? "danger" : "coral",
  });
};

export default function InvitationsPage() {
  const [form, setForm] = useState<"new" | Row | undefined>(undefined);
  return (
    <FixedPage>
      <PageHead
        title="邀请活动"
        text="修改规则只影响新绑定；停掉后立即不再产生新奖励"
        actions={
          <Button look="solid" icon={<Plus />} onClick={() => setForm("new")}>
            新建邀请活动
          </Button>
        }
      />
      <ResourceTable
        title="邀请活动"
        query={() => apiQuery(api.operatorInvitations.campaigns, {})}
        columns={columns}
        rowKey={({ campaignId }) => campaignId}
        panel={(_key, row, close) =>
          row && (
            <Panel
              title={row.name}
              tags={<CampaignTag isOn={row.isOn} />}
              text={`${dayText(row.startsAt)} 至 ${dayText(row.endsAt)} · 第 ${row.version} 版规则`}
              onClose={close}
              foot={
                <>
                  <Button look={row.isOn ? "danger" : "coral"} onClick={() => void switchOn(row)}>
                    {row.isOn ? "停掉活动" : "恢复活动"}
                  </Button>
                  <Button look="solid" onClick={() => setForm(row)}>
                    修改规则
                  </Button>
                </>
              }
            >
              <Facts
                rows={[
                  ["邀请人得", giftText(row.inviter)],
                  ["被邀请人得", giftText(row.invitee)],
                  ["每月人数上限", `${row.monthCap} 人，超出转人工`],
                  ["绑定", `${countText(row.bound)} 人，有效 ${countText(row.effective)} 人`],
                  ["已发积分", pointsText(row.givenPoints)],
                  ["冻结中", moneyText(row.frozenFen)],
                  ["已发放", moneyText(row.settledFen)],
                ]}
                total={["预算", moneyText(row.budgetFen)]}
              />
            </Panel>
          )
        }
        empty={{ title: "还没有邀请活动", text: "新建后从开始时间起生效。" }}
      />
      {form && (
        <InviteCampaignForm
          row={form === "new" ? undefined : form}
          onClose={() => setForm(undefined)}
        />
      )}
    </FixedPage>
  );
}
