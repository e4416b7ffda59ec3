/** 工单详情: what the member and the service wrote; adding to the ticket, and closing it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Ticket } from "@yunjing/contract/schemas/tickets";
import { api, apiQuery, operationKey } from "../../api.ts";
import { userMessageFor } from "../../device/failure.ts";
import { withIdempotencyKey } from "../../device/idempotency.ts";
import { formatTime } from "../../device/time.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Dock } from "../../components/dock.tsx";
import { EmptyState, ErrorBlock } from "../../components/empty-state.tsx";
import { ShownEvidence } from "../../components/evidence/shown-evidence.tsx";
import { ListRow, ListRows } from "../../components/list-row.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tag } from "../../components/tag.tsx";
import type { PageProps } from "../../routes.ts";
import { confirm, toast } from "../../shell/facade/facade.ts";
import { navigateTo, redirectTo } from "../../shell/navigate.ts";
import { toneOf } from "./tickets/ticket-tone.ts";
import styles from "./tickets/tickets.module.css";

type Entry = Ticket["entries"][number];

const EntryBubble = ({ entry }: { readonly entry: Entry }) => (
  <li className={styles.entry} data-author={entry.author}>
    <span className="caption">
      {entry.author === "member" ? "我" : "客服"} {formatTime(entry.at)}
    </span>
    <p className={styles.bubble}>{entry.text}</p>
    {entry.pictures.length > 0 && (
      <div className={styles.pictures}>
        <ShownEvidence sources={entry.pictures} />
      </div>
    )}
  </li>
);

function Head({ ticket }: { readonly ticket: Ticket }) {
  const { orderNo, orderTitle } = ticket;
  return (
    <Card>
      <div className="column gap-2">
        <div className="row between gap-2">
          <h2 className="text-16 ink-900 strong">{ticket.topicText}</h2>
          <Tag tone={toneOf(ticket.state)}>{ticket.stateText}</Tag>
        </div>
        <p className="text-14 ink-700" role="status">
          {ticket.nextStep}
        </p>
        {ticket.result && <p className="text-14 ink-900">处理结果：{ticket.result}</p>}
      </div>
      {orderNo && (
        <ListRows label="相关订单">
          <ListRow
            name={orderTitle ?? "订单"}
            actionText="看订单"
            onPress={() => navigateTo(`/pages/exchange/ordetail?orderNo=${orderNo}`)}
          />
        </ListRows>
      )}
    </Card>
  );
}

async function close(ticketId: string): Promise<Ticket | undefined> {
  const isAgreed = await confirm({
    title: "关闭工单",
    content: "问题已经解决？关闭后不能再留言，有新问题可以重新提交。",
    confirmText: "关闭工单",
  });
  if (!isAgreed) return undefined;
  return withIdempotencyKey(`ticket-close:${ticketId}`, (idempotencyKey) =>
    api.tickets.close({ ticketId }, { idempotencyKey }),
  );
}

function Detail({ ticket }: { readonly ticket: Ticket }) {
  const queries = useQueryClient();
  const { ticketId } = ticket;
  const onClose = async () => {
    await close(ticketId).then(
      async (closed) => {
        if (!closed) return;
        queries.setQueryData(apiQuery(api.tickets.detail, { ticketId }).queryKey, closed);
        await toast("工单已关闭", { kind: "done" });
      },
      async (failure: unknown) => {
        void queries.invalidateQueries({ queryKey: operationKey(api.tickets.detail) });
        await toast(userMessageFor(failure), { kind: "failed" });
      },
    );
  };
  return (
    <>
      <div className={styles.page}>
        <Head ticket={ticket} />
        <ol className={styles.talk} aria-label="留言和回复">
          {ticket.entries.map((entry) => (
            <EntryBubble key={entry.seq} entry={entry} />
          ))}
        </ol>
      </div>
      <Dock>
        {ticket.canAdd ? (
          <div className="grid halves gap-3 flex-1">
            <Button appearance="line" block onPress={onClose}>
              已解决，关闭
            </Button>
            <Button
              appearance="main"
              block
              onPress={() => navigateTo(`/pages/user/ask?ticket=${ticketId}`)}
            >
              继续留言
            </Button>
          </div>
        ) : (
          <Button appearance="main" block onPress={() => redirectTo("/pages/user/ask")}>
            提交新的问题
          </Button>
        )}
      </Dock>
    </>
  );
}

export default function UserTicketPage({ query }: PageProps) {
  const ticketId = query["id"] ?? "";
  const { data, isLoadingError, refetch, error } = useQuery({
    ...apiQuery(api.tickets.detail, { ticketId }),
    refetchOnMount: "always",
    enabled: ticketId !== "",
  });
  if (data) return <Detail ticket={data} />;
  if (ticketId === "" || (error && "code" in error && error.code === "NOT_FOUND")) {
    return (
      <EmptyState scene="search" title="工单不存在" note="请在我的工单里查看">
        <Button appearance="line" onPress={() => redirectTo("/pages/user/tickets")}>
          我的工单
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className="page page-padding gap-3">
      {isLoadingError ? <ErrorBlock onRetry={refetch} /> : <Skeleton shape="card" count={2} />}
    </div>
  );
}
