/** 支付流水: payments, refunds and returns at the channel, unmatched money, and notifications. */
import { api, apiQuery } from "../../api/client.ts";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { moneyText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, No, TwoLines } from "../../parts/table/columns.tsx";
import { exactSpan, exactSpanFilters, exactSpanSpec } from "../../parts/table/exact-span.ts";
import { FilterBar, type Filter } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { noFilters, oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { tell } from "../../parts/toast.tsx";
import { NoticeList } from "./notice-list.tsx";
import { Business, PaymentPanel } from "./payment-panel.tsx";
import { instantsOf, type PaymentRow, spanFilter, stageWords } from "./payment-words.ts";

const SPEC = {
  tab: oneOf("payment", "unmatched", "refund", "return", "notices"),
  span: oneOf("0", "1", "7", "30"),
  stage: oneOf("open", "done", "failed"),
  biz: oneOf("order", "topup"),
  memberNo: text(9),
  keyword: text(64),
  open: text(80),
  ...exactSpanSpec,
};
const NO_FILTERS = noFilters(SPEC);

const filters: readonly Filter<"span" | "stage" | "biz">[] = [
  spanFilter,
  {
    key: "stage",
    label: "状态",
    choices: [
      ["open", "进行中"],
      ["done", "成功"],
      ["failed", "未成功"],
    ],
  },
  {
    key: "biz",
    label: "用途",
    choices: [
      ["order", "订单"],
      ["topup", "余额充值"],
    ],
  },
];

const columns = (() => {
  const of = columnsOf<PaymentRow>();
  return [
    {
      ...of.custom("no", "商户单号", ({ no, title }) => (
        <TwoLines first={<No value={no} />} second={title} />
      )),
      isFixed: true,
    },
    of.custom("biz", "订单 / 充值单", (row) => <Business row={row} />),
    of.person(
      "member",
      "会员",
      ({ member }) => (member ? { name: member.nickname, second: member.memberNo } : undefined),
      { from: 1400 },
    ),
    of.money("amountFen", "金额"),
    of.state("stage", "状态", stageWords),
    of.instant("createdAt", "时间"),
  ];
})();

const tabs = [
  { id: "payment", label: "支付" },
  { id: "unmatched", label: "未匹配" },
  { id: "refund", label: "渠道退款" },
  { id: "return", label: "自动退回" },
  { id: "notices", label: "渠道通知" },
] as const;

const emptyTexts = {
  payment: ["这段时间没有支付", "按单号查找时不看时间。"],
  unmatched: ["没有未匹配的支付", "迟到或重复的支付会出现在这里，并自动原路退回。"],
  refund: ["这段时间没有渠道退款", "批准后提交到渠道的退款会出现在这里。"],
  return: ["这段时间没有自动退回", "未匹配的支付和充值退款会出现在这里。"],
} as const;

/** Phones and exchange codes may not be in the address. */
const isNumber = (keyword: string): boolean =>
  /^[0-9A-Za-z_-]{6,64}$/.test(keyword) && !/^1[3-9]\d{9}$/.test(keyword);

export default function PaymentsPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const { tab = "payment", span = "0", stage, biz, memberNo, keyword } = values;
  const change = (patch: Parameters<typeof setSearch>[0]) => {
    if (patch.keyword === undefined || isNumber(patch.keyword)) setSearch(patch);
    else tell("这里按单号查；手机号和兑换码请用 ⌘K 搜索");
  };
  const views = (
    <Tabs
      label="支付流水"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={tabs}
    />
  );
  const isUnmatched = tab === "unmatched";
  const filterOf = (kind: keyof typeof emptyTexts) => ({
    kind: kind === "unmatched" ? ("payment" as const) : kind,
    ...(keyword === undefined && memberNo === undefined
      ? (exactSpan(values) ?? instantsOf(span))
      : {}),
    ...(isUnmatched ? { stage: "unmatched" as const } : stage && { stage }),
    ...(biz && { biz }),
    ...(memberNo && { memberNo }),
    ...(keyword && { number: keyword }),
  });
  const list = (kind: keyof typeof emptyTexts) => (
    <ResourceTable
      key={kind}
      title="支付流水"
      query={(paging) => apiQuery(api.operatorPayments.list, { ...filterOf(kind), ...paging })}
      columns={columns}
      rowKey={({ no }) => no}
      views={views}
      filters={
        <FilterBar
          savedAs="payments"
          values={exactSpan(values) ? values : { ...values, span }}
          onChange={change}
          filters={[...exactSpanFilters(values), ...filters]}
          placeholder="商户单号、渠道单号、订单号"
        />
      }
      tools={<ExportButton kind="payments" title="支付流水" filter={filterOf(kind)} />}
      isFiltered={Object.keys(values).some((name) => name in NO_FILTERS)}
      onClear={() => setSearch(NO_FILTERS)}
      footText={(rows) =>
        rows.length > 0 && `共 ${moneyText(rows.reduce((fen, row) => fen + row.amountFen, 0))}`
      }
      panel={(key, row, close) =>
        row ? (
          <PaymentPanel row={row} onClose={close} />
        ) : (
          <Panel title={key} onClose={close}>
            <Empty title="不在这一页里" text="可以按单号查找。" />
          </Panel>
        )
      }
      empty={{ title: emptyTexts[kind][0], text: emptyTexts[kind][1] }}
    />
  );
  return (
    <FixedPage>
      <PageHead
        title="支付流水"
        text="渠道上的每一笔收款和退款；未匹配的自动原路退回，结果未知的只用原单号查"
      />
      {tab === "notices" ? <NoticeList tabs={views} /> : list(tab)}
    </FixedPage>
  );
}
