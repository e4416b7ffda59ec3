/** 发票: the invoice of one order, or of a dealer's statement of a month; requests it, or shows how it stands. */
import { useQuery } from "@tanstack/react-query";
import type { OrderInvoice } from "@yunjing/contract/schemas/invoices";
import { api, apiQuery } from "../../api.ts";
import { Card } from "../../components/card.tsx";
import { EmptyState, ErrorBlock } from "../../components/empty-state.tsx";
import { ListRow, ListRows } from "../../components/list-row.tsx";
import { NoticeBar } from "../../components/notice-bar.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import type { PageProps } from "../../routes.ts";
import { navigateTo } from "../../shell/navigate.ts";
import { InvoiceCard } from "./invoices/invoice-card.tsx";
import { type Invoiced, RequestForm } from "./invoices/request-form.tsx";
import styles from "./tickets/tickets.module.css";

const ORDER_NO = /^\d{12,32}$/;
const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;

const More = () => (
  <Card rows>
    <ListRows label="更多">
      <ListRow name="我的发票" onPress={() => navigateTo("/pages/user/invoices")} />
    </ListRows>
  </Card>
);

interface SheetProps {
  readonly of: Invoiced;
  readonly query: {
    readonly data: OrderInvoice | undefined;
    readonly isLoadingError: boolean;
    readonly refetch: () => Promise<unknown>;
  };
}

function Sheet({ of, query: { data, isLoadingError, refetch } }: SheetProps) {
  if (!data) return isLoadingError ? <ErrorBlock onRetry={refetch} /> : <Skeleton count={3} />;
  const { latest, why, canRequest } = data;
  const before = latest && <InvoiceCard invoice={latest} />;
  if (canRequest) return <RequestForm of={of} sheet={data} before={before} after={<More />} />;
  return (
    <div className={styles.page}>
      {before ?? <NoticeBar kind="info" text={why ?? "现在不能开发票"} />}
      <More />
    </div>
  );
}

const OfOrder = ({ orderNo }: { readonly orderNo: string }) => (
  <Sheet of={{ orderNo }} query={useQuery(apiQuery(api.invoices.ofOrder, { orderNo }))} />
);

const OfStatement = ({ month }: { readonly month: string }) => (
  <Sheet of={{ month }} query={useQuery(apiQuery(api.invoices.ofStatement, { month }))} />
);

export default function UserInvoicePage({ query }: PageProps) {
  const { orderNo = "", month = "" } = query;
  return (
    <div className="page">
      {ORDER_NO.test(orderNo) && <OfOrder key={orderNo} orderNo={orderNo} />}
      {orderNo === "" && MONTH.test(month) && <OfStatement key={month} month={month} />}
      {!ORDER_NO.test(orderNo) && (orderNo !== "" || !MONTH.test(month)) && (
        <EmptyState scene="search" title="没有这个订单" note="请从订单详情里申请开票" />
      )}
    </div>
  );
}
