/** 调账与冻结: proposals of one person that another decides, and assets that cannot be spent. */
import { Plus, Snowflake } from "lucide-react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { currentOperator, may } from "../../api/operator.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { accountWords, adjustmentFields, amountInput } from "../../parts/form/money-or-points.ts";
import { EMPTY, moneyText, pointsText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, Instant } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";

type Row = Item<typeof api.operatorAdjustments.list>;
type Freeze = Item<typeof api.operatorBooks.freezes>;
const TABS = ["waiting", "approved", "rejected", "expired", "freezes"] as const;
const SPEC = { tab: oneOf(...TABS), open: text() };

const emptyTitles = {
  waiting: "没有等第二人的调账",
  approved: "没有已入账的调账",
  rejected: "没有不同意的调账",
  expired: "没有过期的调账",
} as const;

const accounts: Readonly<Record<Row["account"], string>> = accountWords;
const assets: Readonly<Record<Freeze["asset"], string>> = { CNY: "余额与奖励金", PTS: "积分" };
const amountOf = ({ account, amount }: Row): string =>
  `${amount > 0 ? "+" : ""}${account === "available" ? pointsText(amount) : moneyText(amount)}`;

const of = columnsOf<Row>();
const columns = [
  of.person("member", "会员", ({ member }) => ({
    name: member.nickname,
    second: member.memberNo,
  })),
  of.custom("account", "账户", ({ account }) => accounts[account]),
  of.custom("amount", "金额", (row) => amountOf(row), { align: "right" }),
  of.text("reason", "申请原因"),
  of.text("makerName", "提议人", { from: 1200 }),
  of.text("checkerName", "复核人", { from: 1200 }),
  of.instant("expiresAt", "有效至"),
];
const ofFreeze = columnsOf<Freeze>();
const freezeColumns = [
  ofFreeze.person("member", "会员", ({ member }) => ({
    name: member.nickname,
    second: member.memberNo,
  })),
  ofFreeze.custom("asset", "资产", ({ asset }) => assets[asset]),
  ofFreeze.text("reason", "原因"),
  ofFreeze.instant("changedAt", "冻结于"),
];

const thaw = ({ memberId, asset }: Freeze) =>
  askReason({
    op: api.operatorBooks.thaw,
    input: { memberId, asset },
    title: "解冻资产",
    effect: [`会员可以再次使用${assets[asset]}`],
    confirm: "解冻",
    look: "coral",
  });

function AdjustmentPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const isMine = row.maker === currentOperator()?.uid;
  return (
    <Panel
      title={`${accounts[row.account]} ${amountOf(row)}`}
      text={isMine ? "您提的，由另一位同意" : undefined}
      onClose={close}
    >
      <Facts
        rows={[
          ["会员", <MemberLink key="member" {...row.member} />],
          ["申请原因", row.reason],
          ["提议人", row.makerName || "同事"],
          ["复核人", row.checkerName ?? EMPTY],
          ["复核意见", row.decision ?? EMPTY],
          ["有效至", <Instant key="end" at={row.expiresAt} />],
        ]}
      />
      {row.state === "waiting" && <ApprovalCard kind="adjust" no={row.approvalId} />}
    </Panel>
  );
}

export default function AdjustmentsPage() {
  const [{ tab = "waiting" }, setSearch] = useSearchState(SPEC);
  const [form, setForm] = useState<"propose" | "freeze" | undefined>(undefined);
  const member = { kind: "member", name: "memberNo", label: "会员", isRequired: true } as const;
  const reason = { kind: "area", name: "reason", label: "原因" } as const;
  const tabs = (
    <Tabs
      label="调账与冻结"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "waiting", label: "待第二人" },
        { id: "approved", label: "已入账" },
        { id: "rejected", label: "未同意" },
        { id: "expired", label: "已过期" },
        { id: "freezes", label: "冻结中" },
      ]}
    />
  );
  return (
    <FixedPage>
      <PageHead
        title="调账与冻结"
        text="调账由一人提议、另一人同意；冻结后不能使用，入账和退款照常"
        actions={
          <>
            {may("ledger:freeze") && (
              <Button icon={<Snowflake />} onClick={() => setForm("freeze")}>
                冻结资产
              </Button>
            )}
            {may("ledger:adjust") && (
              <Button look="solid" icon={<Plus />} onClick={() => setForm("propose")}>
                提议调账
              </Button>
            )}
          </>
        }
      />
      {tab === "freezes" ? (
        <ResourceTable
          title="冻结中"
          query={() => apiQuery(api.operatorBooks.freezes, {})}
          columns={freezeColumns}
          rowKey={({ memberId, asset }) => `${memberId} ${asset}`}
          views={tabs}
          panel={(_key, row, close) =>
            row && (
              <Panel
                title={`${assets[row.asset]}已冻结`}
                onClose={close}
                foot={
                  may("ledger:freeze") && (
                    <Button look="coral" onClick={() => void thaw(row)}>
                      解冻
                    </Button>
                  )
                }
              >
                <Facts
                  rows={[
                    ["会员", <MemberLink key="member" {...row.member} />],
                    ["原因", row.reason],
                    ["操作人", row.actorName || "系统"],
                    ["冻结于", <Instant key="at" at={row.changedAt} />],
                  ]}
                />
              </Panel>
            )
          }
          empty={{
            title: "没有冻结中的资产",
            text: "对账发现差错会自动冻结；也可以在右上角冻结一位会员的资产。",
          }}
        />
      ) : (
        <ResourceTable
          key={tab}
          title="调账"
          query={() => apiQuery(api.operatorAdjustments.list, { state: tab })}
          columns={columns}
          rowKey={({ approvalId }) => approvalId}
          views={tabs}
          panel={(_key, row, close) =>
            row ? (
              <AdjustmentPanel row={row} close={close} />
            ) : (
              <Panel title="调账" onClose={close}>
                <Empty title="不在这一页里" text="可能已经处理，请到其他分类查看。" />
              </Panel>
            )
          }
          empty={{ title: emptyTitles[tab], text: "从会员详情、差错或右上角可以提议调账。" }}
        />
      )}
      {form === "propose" && (
        <DrawerForm
          title="提议调账"
          op={api.operatorAdjustments.propose}
          fields={[member, ...adjustmentFields, reason]}
          toInput={amountInput}
          submit="提交给第二人"
          done="已提交，等第二人"
          onClose={() => setForm(undefined)}
        />
      )}
      {form === "freeze" && (
        <DrawerForm
          title="冻结资产"
          op={api.operatorBooks.freeze}
          fields={[
            member,
            {
              kind: "choice",
              name: "asset",
              label: "资产",
              choices: Object.entries(assets).map(([value, label]) => [value, label] as const),
            },
            reason,
          ]}
          submit="冻结"
          done="已冻结"
          onClose={() => setForm(undefined)}
        />
      )}
    </FixedPage>
  );
}
