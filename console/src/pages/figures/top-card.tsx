/** 排行: what brought most in the period, by benefit, supplier, tender, batch or coupon. */
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import type { TopKind } from "@yunjing/contract/figures";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may, type OperatorPermission } from "../../api/operator.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { countText, EMPTY, moneyText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { valueText } from "./figure-texts.ts";
import styles from "./figures.module.css";
import { DAY_MS, type Period, spanOf } from "./periods.ts";

type Row = Item<typeof api.operatorFigures.top>;
type Kind = {
  readonly id: TopKind;
  readonly label: string;
  readonly amount: string;
  readonly counted?: string;
  readonly permissions: readonly OperatorPermission[];
  readonly to: (key: string) => { readonly to: string; readonly search: Record<string, string> };
};

const orders = (search: Record<string, string>) => ({ to: "/orders", search });

const kinds: readonly Kind[] = [
  {
    id: "benefit",
    label: "权益",
    amount: "成交额",
    counted: "件数",
    permissions: ["orders:read"],
    to: (benefitId) => orders({ benefitId }),
  },
  {
    id: "supplier",
    label: "供应商",
    amount: "成本",
    counted: "发放成功",
    permissions: ["orders:read"],
    to: (supplierId) => orders({ supplierId }),
  },
  {
    id: "tender",
    label: "支付方式",
    amount: "金额",
    permissions: ["orders:read"],
    to: (tender) => orders({ tender }),
  },
  {
    id: "batch",
    label: "码批次",
    amount: "码面值",
    counted: "兑换",
    permissions: ["codes:read", "codes:make", "exchange:approve"],
    to: (batchId) => ({ to: `/batches/${batchId}`, search: {} }),
  },
  {
    id: "coupon",
    label: "优惠券",
    amount: "抵扣",
    permissions: ["orders:read"],
    to: (campaignId) => orders({ campaignId }),
  },
];

/** Only the orders' list has the span; it reads at most 31 days. */
const ORDERS_DAYS_MAX = 31;

function TopRow({ row, kind, period }: { row: Row; kind: Kind; period: Period }) {
  const { to, search } = kind.to(row.key);
  const isOrders = to === "/orders";
  const span = {
    from: String(period.from),
    to: String(period.to ?? period.from + period.days * DAY_MS),
  };
  const isLinked = may(...kind.permissions) && (!isOrders || period.days <= ORDERS_DAYS_MAX);
  return (
    <tr>
      <th scope="row">
        {isLinked ? (
          <Link to={to} search={isOrders ? { ...span, ...search } : search}>
            {row.title}
          </Link>
        ) : (
          row.title
        )}
      </th>
      <td>{moneyText(row.amountFen)}</td>
      {kind.counted && <td>{row.count === undefined ? EMPTY : countText(row.count)}</td>}
      {kind.id === "supplier" && <td>{valueText("rate", row.successRate)}</td>}
    </tr>
  );
}

export function TopCard(props: {
  readonly by: TopKind;
  readonly period: Period;
  readonly onChange: (by: TopKind) => void;
}) {
  const { by, period, onChange } = props;
  const kind = kinds.find(({ id }) => id === by) ?? kinds[0];
  const query = useQuery(apiQuery(api.operatorFigures.top, { by, ...spanOf(period) }));
  if (!kind) return null;
  const list = query.data?.list.filter(({ amountFen, count }) => amountFen !== 0 || count);
  return (
    <Card>
      <Tabs label="排行" tabs={kinds} value={by} onChange={onChange} />
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={5} />}
      {list?.length === 0 && <Empty title="这个时段没有数据" text="换一个时段再看。" />}
      {list && list.length > 0 && (
        <DataTable className={styles.table} caption={`${kind.label}排行`}>
          <thead>
            <tr>
              <th scope="col">{kind.label}</th>
              <th scope="col">{kind.amount}</th>
              {kind.counted && <th scope="col">{kind.counted}</th>}
              {by === "supplier" && <th scope="col">成功率</th>}
            </tr>
          </thead>
          <tbody>
            {list.map((row) => (
              <TopRow key={row.key} row={row} kind={kind} period={period} />
            ))}
          </tbody>
        </DataTable>
      )}
    </Card>
  );
}
