/** 我的发票: the invoices that the member asked for, newest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { api, operationKey } from "../../api.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { InfiniteList } from "../../components/infinite-list.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { InvoiceCard } from "./invoices/invoice-card.tsx";

export default function UserInvoicesPage() {
  const invoices = useInfiniteQuery({
    queryKey: [...operationKey(api.invoices.list), "pages"],
    queryFn: ({ pageParam, signal }) =>
      api.invoices.list(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: "always",
  });
  return (
    <PullRefresh onRefresh={invoices.refetch}>
      <div className="page-padding">
        <InfiniteList
          label="发票"
          query={invoices}
          keyOf={({ invoiceId }) => invoiceId}
          skeleton={<Skeleton count={3} />}
          renderItem={(invoice) => <InvoiceCard invoice={invoice} />}
          empty={
            <EmptyState scene="box" title="还没有发票" note="在订单详情里申请，开好后在这里保存" />
          }
          errorNote="没能读到发票，它们都还在"
        />
      </div>
    </PullRefresh>
  );
}
