/** 合作方: their links, the hosts that links may lead to, how their orders match, kill switches. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { ClickList } from "./click-list.tsx";
import { OrderList } from "./order-list.tsx";
import { LinkForm, type Partner as Row, type PartnerLink as Link } from "./link-form.tsx";

const SPEC = { tab: oneOf("partners", "clicks", "orders"), open: text(120) };
const NO_ROWS: readonly Row[] = [];

const of = columnsOf<Row>();
const columns = [
  of.custom("name", "合作方", (row) => <TwoLines first={row.name} second={row.partnerId} />),
  of.custom("state", "状态", ({ isOn, isWired }) => {
    if (!isWired) return <StateTag tone="outline">未接入</StateTag>;
    return isOn ? <StateTag tone="ok">开启</StateTag> : <StateTag tone="sand">已关</StateTag>;
  }),
  of.custom("links", "链接", ({ links }) => links.length, { align: "right" }),
  of.custom(
    "matched",
    "订单匹配",
    ({ orders: { matched, unmatched } }) =>
      matched + unmatched === 0 ? "—" : `${((matched / (matched + unmatched)) * 100).toFixed(1)}%`,
    { align: "right" },
  ),
  of.custom("waiting", "待同意", ({ waiting }) => waiting.length, { align: "right" }),
  of.instant("pulledTo", "订单取到"),
];

const switchPartner = ({ partnerId, name, isOn }: Row) =>
  askReason({
    op: api.operatorPartners.switchPartner,
    input: { partnerId, isOn: !isOn },
    title: isOn ? "关闭合作方" : "开启合作方",
    effect: [isOn ? `${name} 的所有链接立即失效` : `${name} 的链接可以打开`],
    confirm: isOn ? "关闭合作方" : "开启合作方",
    look: isOn ? "danger" : "coral",
  });

const switchLink = ({ linkId, title, isOn }: Link) =>
  askReason({
    op: api.operatorPartners.switchLink,
    input: { linkId, isOn: !isOn },
    title: isOn ? "关闭链接" : "开启链接",
    effect: [`「${title}」${isOn ? "立即不再跳转" : "可以打开"}`],
    confirm: isOn ? "关闭链接" : "开启链接",
    look: isOn ? "danger" : "coral",
  });

const pull = ({ partnerId, name }: Row) =>
  askReason({
    op: api.operatorPartners.pull,
    input: { partnerId },
    title: "立即取订单",
    effect: [`向 ${name} 索取有变化的订单`],
    confirm: "立即取订单",
  });

const schemes: ReadonlyMap<string, string> = new Map([
  ["https", "网页"],
  ["weixin", "微信小程序"],
  ["alipays", "支付宝小程序"],
]);

const closeHost = ({ partnerId, name }: Row, { scheme, place }: Row["hosts"][number]) =>
  askReason({
    op: api.operatorPartners.closeHost,
    input: { partnerId, place, scheme: scheme as "https" | "weixin" | "alipays" },
    title: "停用主机",
    effect: [`${name} 的链接立即不能再跳到 ${place}`, "重新允许须再次提议，由另一位同意"],
    confirm: `停用 ${place}`,
    look: "danger",
  });

function PartnerPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const [isProposing, setProposing] = useState(false);
  const [link, setLink] = useState<"new" | Link | undefined>(undefined);
  return (
    <Panel
      title={row.name}
      text={row.partnerId}
      onClose={close}
      foot={
        <>
          <Button look={row.isOn ? "danger" : "coral"} onClick={() => void switchPartner(row)}>
            {row.isOn ? "关闭合作方" : "开启合作方"}
          </Button>
          {row.isWired && <Button onClick={() => void pull(row)}>立即取订单</Button>}
        </>
      }
    >
      {row.pullFailure !== undefined && <Notice tone="bad">{row.pullFailure}</Notice>}
      {row.waiting.map((one) => (
        <div key={one.approvalId}>
          <Notice tone="warn">
            {one.makerName || "同事"}提议 {one.place}：{one.reason}，
            {one.isExpired ? "已过期" : `${timeText(one.expiresAt)} 前有效`}
          </Notice>
          {!one.isExpired && <ApprovalCard kind="partner_host" no={one.approvalId} />}
        </div>
      ))}
      <Section
        title="链接"
        aside={
          <Button size="small" look="solid" onClick={() => setLink("new")}>
            新增链接
          </Button>
        }
      >
        <Facts
          rows={row.links.map((one) => [
            one.title,
            <span key={one.linkId}>
              {!one.isOn && <StateTag tone="sand">已关</StateTag>}{" "}
              <Button size="small" onClick={() => setLink(one)} aria-label={`修改「${one.title}」`}>
                修改
              </Button>{" "}
              <Button
                size="small"
                onClick={() => void switchLink(one)}
                aria-label={`${one.isOn ? "关闭" : "开启"}「${one.title}」`}
              >
                {one.isOn ? "关闭" : "开启"}
              </Button>
            </span>,
          ])}
        />
      </Section>
      <Section
        title="允许的主机"
        aside={
          <Button size="small" onClick={() => setProposing(true)}>
            提议主机
          </Button>
        }
      >
        <Facts
          rows={row.hosts.map((host) => [
            host.place,
            host.isOn ? (
              <Button key={host.place} size="small" onClick={() => void closeHost(row, host)}>
                停用
              </Button>
            ) : (
              "已停用"
            ),
            schemes.get(host.scheme) ?? host.scheme,
          ])}
        />
      </Section>
      {link && (
        <LinkForm
          partnerId={row.partnerId}
          link={link === "new" ? undefined : link}
          onClose={() => setLink(undefined)}
        />
      )}
      {isProposing && (
        <DrawerForm
          title="提议跳转主机"
          op={api.operatorPartners.proposeHost}
          fixed={{ partnerId: row.partnerId }}
          fields={[
            {
              kind: "choice",
              name: "scheme",
              label: "类型",
              choices: [...schemes],
            },
            {
              kind: "text",
              name: "place",
              label: "主机或小程序 ID",
              help: "如 m.example.com，不含 https:// 和路径；小程序填 AppID",
            },
            { kind: "area", name: "reason", label: "原因" },
          ]}
          submit="提交给第二人"
          done="已提交，等第二人"
          onClose={() => setProposing(false)}
        />
      )}
    </Panel>
  );
}

export default function PartnersPage() {
  const [{ tab = "partners" }, setSearch] = useSearchState(SPEC);
  const partners = useQuery(apiQuery(api.operatorPartners.list, {})).data?.list ?? NO_ROWS;
  const tabs = (
    <Tabs
      label="合作方"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "partners", label: "合作方" },
        { id: "clicks", label: "跳转" },
        { id: "orders", label: "订单" },
      ]}
    />
  );
  return (
    <FixedPage>
      <PageHead title="合作方" text="链接只能跳到允许的主机；增加主机由另一位同意" />
      {tab === "clicks" && <ClickList tabs={tabs} partners={partners} />}
      {tab === "orders" && <OrderList tabs={tabs} partners={partners} />}
      {tab === "partners" && (
        <ResourceTable
          title="合作方"
          query={() => apiQuery(api.operatorPartners.list, {})}
          columns={columns}
          rowKey={({ partnerId }) => partnerId}
          views={tabs}
          panel={(_key, row, close) =>
            row ? (
              <PartnerPanel row={row} close={close} />
            ) : (
              <Panel title="合作方" onClose={close}>
                <Empty title="没有这个合作方" text="请从列表里选择。" />
              </Panel>
            )
          }
          empty={{ title: "还没有合作方", text: "在部署配置里接入后，会列在这里。" }}
        />
      )}
    </FixedPage>
  );
}
