/** 订单: the list of all orders with the views, filters and bulk actions of customer service. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { outsideSuppliers } from "../../parts/supplier-choices.ts";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { fullTime, moneyText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Ago, columnsOf, Money } from "../../parts/table/columns.tsx";
import { FilterBar, type Filter } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { noFilters, oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { copyText } from "../../parts/copy.ts";
import { tell } from "../../parts/toast.tsx";
import { bulkActions } from "./bulk-actions.tsx";
import {
  displayTones,
  kindWords,
  type OrderRow,
  secondsText,
  sourceText,
  tendersText,
} from "./order-texts.ts";
import styles from "./orders.module.css";

const DAY_MS = 86_400_000;
const LATE_MS = 5 * 60_000;

const views = ["all", "manual", "issuing", "ready", "refunding", "wait_pay", "code"] as const;
const viewWords: Readonly<Record<(typeof views)[number], string>> = {
  all: "全部",
  manual: "客服处理中",
  issuing: "处理中",
  ready: "待取餐 / 待使用",
  refunding: "退款售后",
  wait_pay: "待支付",
  code: "兑换码订单",
};

const kinds = kindWords.map(([kind]) => kind);
/** The orders of the list besides the newest first. */
const SORTS = ["oldest", "amountDown", "amountUp"] as const;
const SPEC = {
  view: oneOf(...views),
  span: oneOf("1", "7", "30"),
  kind: oneOf(...kinds),
  tender: oneOf("cash", "balance", "points", "coupon", "code"),
  supplierId: text(40),
  amount: oneOf("0", "50", "200", "500"),
  cityCode: text(6),
  source: oneOf("code", "shop"),
  sort: oneOf(...SORTS),
  memberNo: text(9),
  benefitId: text(),
  batchId: text(36),
  campaignId: text(),
  keyword: text(),
  from: text(13),
  to: text(13),
};

const NO_FILTERS = noFilters(SPEC);

const filters: readonly Filter<"span" | "kind" | "source" | "supplierId" | "tender" | "amount">[] =
  [
    {
      key: "span",
      label: "下单时间",
      choices: [
        ["1", "近 24 小时"],
        ["7", "近 7 天"],
        ["30", "近 30 天"],
      ],
    },
    { key: "kind", label: "类型", choices: kindWords },
    {
      key: "source",
      label: "来源",
      choices: [
        ["shop", "商城下单"],
        ["code", "兑换码"],
      ],
    },
    {
      key: "supplierId",
      label: "供应商",
      choices: [...outsideSuppliers, ["own", "自有卡库"]],
    },
    {
      key: "tender",
      label: "支付方式",
      choices: [
        ["cash", "微信支付"],
        ["balance", "余额"],
        ["points", "积分"],
        ["coupon", "优惠券"],
        ["code", "兑换码"],
      ],
    },
    {
      key: "amount",
      label: "金额",
      choices: [
        ["0", "50 元以下"],
        ["50", "50–200 元"],
        ["200", "200–500 元"],
        ["500", "500 元以上"],
      ],
    },
  ];

/** The filter of cities; all cities are read when it opens, or when the address names one. */
function useCityFilter(cityCode: string | undefined): Filter<"cityCode"> {
  const [isOpened, setOpened] = useState(cityCode !== undefined);
  const cities = useQuery({
    ...apiQuery(api.operatorHomePage.cities, {}),
    staleTime: Infinity,
    enabled: isOpened || cityCode !== undefined,
  });
  return {
    key: "cityCode",
    label: "城市",
    choices: (cities.data?.list ?? []).map(({ code, name }) => [code, name] as const),
    onOpen: () => (cities.isError ? void cities.refetch() : setOpened(true)),
    ...(cities.isSuccess ? {} : { lack: cities.isError ? "failed" : "loading" }),
  };
}

const amounts: Readonly<Record<"0" | "50" | "200" | "500", object>> = {
  "0": { toFen: 4_999 },
  "50": { fromFen: 5_000, toFen: 19_999 },
  "200": { fromFen: 20_000, toFen: 49_999 },
  "500": { fromFen: 50_000 },
};

/** Numbers may be in the address; phones and codes may not. */
const isNumber = (keyword: string): boolean =>
  /^[0-9A-Za-z_-]{8,64}$/.test(keyword) && !/^1[3-9]\d{9}$/.test(keyword) && keyword.length !== 18;

/** What the items say besides the title: 「× 3」, or the items of a set; one item says nothing. */
function secondLine(title: string, itemsText: string): string | undefined {
  const rest = itemsText.startsWith(title) ? itemsText.slice(title.length).trim() : itemsText;
  return rest === "" || rest === "× 1" ? undefined : rest;
}

const columns = (() => {
  const of = columnsOf<OrderRow>();
  return [
    { ...of.no("orderNo", "订单"), isFixed: true },
    of.goods("goods", "权益", ({ title, itemsText, artwork }) => ({
      title,
      second: secondLine(title, itemsText),
      artwork,
    })),
    of.custom("member", "会员", ({ member }) =>
      member.memberNo === undefined ? `游客 ${member.phoneMask}` : member.phoneMask,
    ),
    of.custom("source", "来源", sourceText, { from: 1320 }),
    of.text("cityName", "城市", { from: 1500 }),
    of.custom(
      "amount",
      "金额",
      ({ amountFen, source }) =>
        amountFen === 0 && source === "code" ? (
          <span className={styles.covered}>码全抵</span>
        ) : (
          <Money fen={amountFen} />
        ),
      { align: "right", sorts: { down: "amountDown", up: "amountUp" } },
    ),
    of.custom(
      "tenders",
      "支付方式",
      (row) => <span className={styles.tenders}>{tendersText(row) || "—"}</span>,
      { from: 1200 },
    ),
    of.custom("state", "状态", ({ display, displayText }) => (
      <StateTag tone={displayTones[display]}>{displayText}</StateTag>
    )),
    of.custom(
      "supplier",
      "供应商",
      ({ supplier }) =>
        supplier ? (
          <span className={styles.supplier}>
            <span title={supplier.name}>{supplier.name}</span>
            <SupplierTime supplier={supplier} />
          </span>
        ) : (
          "—"
        ),
      { from: 1200 },
    ),
    { ...of.instant("createdAt", "下单"), sorts: { down: "newest", up: "oldest" } },
  ];
})();

function SupplierTime({ supplier }: { readonly supplier: NonNullable<OrderRow["supplier"]> }) {
  const { state, tookMs, waitingSince } = supplier;
  if (state === "FAILED") return <span className={`${styles.took} ${styles.late}`}>失败</span>;
  if (tookMs !== undefined) return <span className={styles.took}>{secondsText(tookMs)}</span>;
  if (waitingSince === undefined) return null;
  return (
    <span className={styles.took}>
      <Ago at={waitingSince} lateMs={LATE_MS} />
    </span>
  );
}

const copyLink = () => void copyText(location.href, "已复制链接");

/** The span that a figure was counted in; undefined without both instants, in ms. */
function spanBetween(from: string | undefined, to: string | undefined) {
  const span = { from: Number(from ?? Number.NaN), to: Number(to ?? Number.NaN) };
  return Number.isSafeInteger(span.from) && Number.isSafeInteger(span.to) ? span : undefined;
}

/** The span starts at a full minute, so that the same page has the same key for a while. */
const fromOf = (days: number): number => Math.floor(Date.now() / 60_000) * 60_000 - days * DAY_MS;

export default function OrdersPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const navigate = useNavigate();
  const bulk = bulkActions();
  const cityFilter = useCityFilter(values.cityCode);
  const { view = "all", span = "1", amount, keyword, from, to, sort, ...rest } = values;
  const between = spanBetween(from, to);
  const no = keyword !== undefined && isNumber(keyword) ? keyword : undefined;
  const filter = {
    ...rest,
    ...(view === "code" ? { source: "code" as const } : {}),
    ...(view === "all" || view === "code" ? {} : { display: view }),
    ...(amount === undefined ? {} : amounts[amount]),
    ...(no === undefined ? (between ?? { from: fromOf(Number(span)) }) : { no }),
  };
  const change = (patch: Parameters<typeof setSearch>[0]) => {
    const typed = patch.keyword;
    if (typed !== undefined && !isNumber(typed)) {
      tell("这里按订单号或供应商单号查；手机号、后四位和兑换码请用 ⌘K 搜索");
      return;
    }
    setSearch("span" in patch ? { ...patch, from: undefined, to: undefined } : patch);
  };
  return (
    <FixedPage>
      <PageHead
        title="订单"
        text={
          between
            ? `下单时间 ${fullTime(between.from).slice(0, 16)} 至 ${fullTime(between.to).slice(0, 16)}，与经营数据的时段相同`
            : "默认看最近 24 小时；筛选都在地址栏里，复制链接即可分享给同事"
        }
        actions={
          <Button icon={<Link2 />} onClick={copyLink}>
            复制链接
          </Button>
        }
      />
      <ResourceTable
        title="订单"
        query={(paging) =>
          apiQuery(api.operatorOrders.list, { ...filter, ...(sort && { sort }), ...paging })
        }
        columns={columns}
        rowKey={({ orderNo }) => orderNo}
        sort={{
          value: sort ?? "newest",
          onChange: (next) => setSearch({ sort: SORTS.find((one) => one === next) }),
        }}
        onOpen={({ orderNo }) => void navigate({ to: `/orders/${orderNo}` })}
        views={
          <Tabs
            label="订单视图"
            value={view}
            onChange={(next) => setSearch({ view: next === "all" ? undefined : next })}
            tabs={views.map((id) => ({ id, label: viewWords[id] }))}
          />
        }
        filters={
          <FilterBar
            savedAs="orders"
            values={between ? values : { ...values, span }}
            onChange={change}
            filters={[...filters, cityFilter]}
            placeholder="订单号、供应商单号"
          />
        }
        tools={<ExportButton kind="orders" title="订单" filter={filter} />}
        isFiltered={Object.keys(values).length > 0}
        onClear={() => setSearch(NO_FILTERS)}
        {...(bulk === undefined ? {} : { bulk })}
        selectionText={(rows) =>
          `合计 ${moneyText(rows.reduce((fen, { amountFen }) => fen + amountFen, 0))}`
        }
        footText={(rows) =>
          `实付合计 ${moneyText(rows.reduce((fen, { amountFen }) => fen + amountFen, 0))}`
        }
        empty={{
          title: "这段时间没有订单",
          text: "换个时间或视图再看；按会员、手机号或码找单，请用 ⌘K。",
        }}
      />
    </FixedPage>
  );
}
