/** 发票: the invoice of one order; requests it, or shows how it stands. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api.ts";
import { Card } from "../../components/card.tsx";
import { EmptyState, ErrorBlock } from "../../components/empty-state.tsx";
import { ListRow, ListRows } from "../../components/list-row.tsx";
import { NoticeBar } from "../../components/notice-bar.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import type { PageProps } from "../../routes.ts";
import { navigateTo } from "../../shell/navigate.ts";
import { InvoiceCard } from "./invoices/invoice-card.tsx";
import { RequestForm } from "./invoices/request-form.tsx";
import styles from "./tickets/tickets.module.css";

const ORDER_NO = /^\d{12,32}$/;

const More = () => (
  <Card rows>
    <ListRows label="更多">
      <ListRow name="我的发票" onPress={() => navigateTo("/pages/user/invoices")} />
    </ListRows>
  </Card>
);

function OrderInvoicePage({ orderNo }: { readonly orderNo: string }) {
  const { data, isLoadingError, refetch } = useQuery(apiQuery(api.invoices.ofOrder, { orderNo }));
  if (!data) return isLoadingError ? <ErrorBlock onRetry={refetch} /> : <Skeleton count={3} />;
  const { latest, why, canRequest } = data;
  const before = latest && <InvoiceCard invoice={latest} />;
  if (canRequest)
    return <RequestForm orderNo={orderNo} sheet={data} before={before} after={<More />} />;
  return (
    <div className={styles.page}>
      {before ?? <NoticeBar kind="info" text={why ?? "现在不能开发票"} />}
      <More />
    </div>
  );
}

export default function UserInvoicePage({ query }: PageProps) {
  const orderNo = query["orderNo"] ?? "";
  return (
    <div className="page">
      {ORDER_NO.test(orderNo) ? (
        <OrderInvoicePage key={orderNo} orderNo={orderNo} />
      ) : (
        <EmptyState scene="search" title="没有这个订单" note="请从订单详情里申请开票" />
      )}
    </div>
  );
}
