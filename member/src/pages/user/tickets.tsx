/** 我的工单: the member's questions to the service, the latest change first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { TicketCard } from "@yunjing/contract/schemas/tickets";
import { api, operationKey } from "../../api.ts";
import { formatTime } from "../../device/time.ts";
import { Button } from "../../components/button.tsx";
import { Dock } from "../../components/dock.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { InfiniteList } from "../../components/infinite-list.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tag } from "../../components/tag.tsx";
import { navigateTo } from "../../shell/navigate.ts";
import { Link } from "../../shell/link.tsx";
import { toneOf } from "./tickets/ticket-tone.ts";
import styles from "./tickets/tickets.module.css";

const ask = () => navigateTo("/pages/user/ask");

const Row = ({ ticket }: { readonly ticket: TicketCard }) => (
  <Link to={`/pages/user/ticket?id=${ticket.ticketId}`} className={styles.row}>
    <span className="row between gap-2">
      <span className={styles.title}>{ticket.title}</span>
      <Tag tone={toneOf(ticket.state)}>{ticket.stateText}</Tag>
    </span>
    {ticket.orderTitle && <span className={styles.order}>{ticket.orderTitle}</span>}
    <span className="row between gap-2 caption">
      <span>{ticket.topicText}</span>
      <span>{formatTime(ticket.updatedAt)}</span>
    </span>
  </Link>
);

export default function UserTicketsPage() {
  const tickets = useInfiniteQuery({
    queryKey: [...operationKey(api.tickets.list), "pages"],
    queryFn: ({ pageParam, signal }) =>
      api.tickets.list(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: "always",
  });
  const isEmpty = tickets.data?.pages[0]?.list.length === 0;
  return (
    <>
      <PullRefresh onRefresh={tickets.refetch}>
        <div className={styles.page}>
          <InfiniteList
            label="工单"
            appearance="rows"
            query={tickets}
            keyOf={({ ticketId }) => ticketId}
            skeleton={<Skeleton count={4} />}
            renderItem={(ticket) => <Row ticket={ticket} />}
            empty={
              <EmptyState scene="box" title="还没有工单" note="遇到问题时，写给客服，在这里看回复">
                <Button appearance="sea" onPress={ask}>
                  联系客服
                </Button>
              </EmptyState>
            }
            errorNote="没能读到工单，它们都还在"
          />
        </div>
      </PullRefresh>
      {!isEmpty && tickets.data && (
        <Dock>
          <Button appearance="main" block onPress={ask}>
            联系客服
          </Button>
        </Dock>
      )}
    </>
  );
}
