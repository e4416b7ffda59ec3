/** 发票: what waits to be issued, what the issuer has not decided, and everything that ended. */
import { api, apiQuery } from "../../api/client.ts";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, No, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { fromOf, spanFilter, spanParser } from "../../parts/table/span-filter.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { InvoicePanel } from "./invoice-panel.tsx";
import { type InvoiceRow, issue, reject, stateWords, titleTypes } from "./invoice-words.ts";

const SPEC = {
  stage: oneOf("waiting", "open", "issued", "reversed", "ended"),
  span: spanParser,
  keyword: text(64),
  open: text(80),
};
const LATE_MS = 24 * 3_600_000;

type Stage = keyof typeof texts;

/** What is issued or ended waits no longer: it has the time of its request. */
const columnsFor = (stage: Stage) => {
  const of = columnsOf<InvoiceRow>();
  return [
    stage === "waiting" || stage === "open"
      ? of.ago("requestedAt", "等待", { lateMs: LATE_MS })
      : of.instant("requestedAt", "申请于"),
    {
      ...of.custom("title", "抬头", ({ title, titleType, taxNo }) => (
        <TwoLines first={title} second={taxNo ?? titleTypes[titleType]} />
      )),
      isFixed: true,
    },
    of.custom("order", "开票内容", (row) => (
      <TwoLines
        first={row.orderTitle}
        second={row.orderNo === undefined ? "经销商对账单" : <No value={row.orderNo} />}
      />
    )),
    of.person(
      "member",
      "会员",
      ({ member }) => ({ name: member.nickname, second: member.memberNo }),
      { from: 1300 },
    ),
    of.money("amountFen", "金额"),
    of.state("state", "状态", stateWords),
    of.custom(
      "officialNo",
      "发票号码",
      ({ officialNo }) => (officialNo === undefined ? EMPTY : <No value={officialNo} />),
      {
        from: 1200,
      },
    ),
  ];
};

const texts = {
  waiting: [
    "没有待开的发票",
    "会员在订单里、经销商在对账单里申请的发票会出现在这里，等得最久的在前。",
  ],
  open: ["没有等开票方的发票", "已提交、还没有结果的开票和红冲在这里。"],
  issued: ["没有已开的发票", "开票方开好的在这里，文件只有会员本人能看。"],
  reversed: ["没有红冲的发票", "退款后自动红冲的，和手工红冲的在这里。"],
  ended: ["没有未开的申请", "驳回、取消和开票方没有开成的在这里。"],
} as const;

export default function InvoicesPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const { stage = "waiting", span, keyword } = values;
  const filter = { ...(span && { from: fromOf(span) }), ...(keyword && { keyword }) };
  const [title, emptyText] = texts[stage];
  return (
    <FixedPage>
      <PageHead
        title="发票"
        text="金额按实付的钱自动算出，积分、优惠券和赠送金不开票；退款后自动红冲，剩余金额自动重开"
      />
      <ResourceTable
        key={stage}
        title="发票"
        query={(paging) => apiQuery(api.operatorInvoices.list, { stage, ...filter, ...paging })}
        columns={columnsFor(stage)}
        rowKey={({ invoiceId }) => invoiceId}
        views={
          <Tabs
            label="发票"
            value={stage}
            onChange={(next) => setSearch({ stage: next, open: undefined })}
            tabs={[
              { id: "waiting", label: "待开票" },
              { id: "open", label: "等开票方" },
              { id: "issued", label: "已开票" },
              { id: "reversed", label: "已红冲" },
              { id: "ended", label: "未开" },
            ]}
          />
        }
        filters={
          <FilterBar
            savedAs="invoices"
            values={values}
            onChange={setSearch}
            filters={[spanFilter("申请时间")]}
            placeholder="订单号、会员号、发票号码"
          />
        }
        tools={<ExportButton kind="invoices" title="发票" filter={{ stage, ...filter }} />}
        isFiltered={Object.keys(filter).length > 0}
        onClear={() => setSearch({ span: undefined, keyword: undefined })}
        footText={(rows) =>
          rows.length > 0 && `合计 ${moneyText(rows.reduce((fen, row) => fen + row.amountFen, 0))}`
        }
        onApprove={(row) => row.state === "REQUESTED" && void issue(row)}
        onReject={(row) => row.state === "REQUESTED" && void reject(row)}
        panel={(key, row, close) =>
          row ? (
            <InvoicePanel row={row} onClose={close} />
          ) : (
            <Panel title={`发票 ${key.slice(-8)}`} onClose={close}>
              <Empty title="不在这一页里" text="可能已经处理，请到其他分类查看。" />
            </Panel>
          )
        }
        empty={{ title, text: emptyText }}
      />
    </FixedPage>
  );
}
