/** One ticket: what was written, the order beside it, and taking, answering and closing it. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { Instant } from "../../parts/table/columns.tsx";
import { OrderLink } from "../../parts/record/record-links.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { AnswerBox } from "./answer-box.tsx";
import { stateTones } from "./ticket-words.ts";
import styles from "./tickets.module.css";

type Ticket = OutputOf<typeof api.operatorTickets.detail>;

type Colleagues = OutputOf<typeof api.operatorTickets.colleagues>["list"];

const handOver = ({ ticketId, assignee }: Ticket, colleagues: Colleagues) =>
  askReason({
    op: api.operatorTickets.handOver,
    input: { ticketId },
    title: "转交工单",
    effect: ["转给一位同事，或转给一个岗位由该岗位的同事受理；都不填则退回无人受理"],
    fields: [
      {
        kind: "choice",
        name: "toId",
        label: "同事",
        choices: colleagues
          .filter(({ id }) => id !== assignee?.id)
          .map(({ id, name }) => [id, name] as const),
      },
      { kind: "text", name: "role", label: "岗位", placeholder: "例如 财务" },
    ],
    confirm: "转交",
    done: "已转交",
  });

const close = ({ ticketId }: Ticket) =>
  askReason({
    op: api.operatorTickets.close,
    input: { ticketId },
    title: "关闭工单",
    effect: ["会员会在「消息」里读到处理结果", "关闭后会员不能再留言，可以重新提交"],
    fields: [{ kind: "area", name: "result", label: "处理结果（会员会读到）", isRequired: true }],
    reasonField: false,
    confirm: "关闭工单",
    look: "solid",
    done: "工单已关闭",
  });

const take = ({ ticketId }: Ticket) =>
  askReason({
    op: api.operatorTickets.take,
    input: { ticketId },
    title: "受理工单",
    effect: ["由您回复和关闭；其他同事会看到您在处理"],
    reasonField: false,
    confirm: "受理",
    look: "solid",
    done: "已受理",
  });

const Talk = ({ ticket }: { readonly ticket: Ticket }) => (
  <ol className={styles.talk} aria-label="留言和回复">
    {ticket.entries.map(({ seq, author, authorName, text, pictures, at }) => (
      <li key={seq} data-author={author}>
        <span className={styles.who}>
          {author === "member" ? ticket.member.nickname : (authorName ?? "客服")} · {timeText(at)}
        </span>
        <p>{text}</p>
        {pictures.length > 0 && (
          <ul className={styles.pictures} aria-label="图片">
            {pictures.map((source, index) => (
              <li key={source}>
                <a href={source} target="_blank" rel="noreferrer">
                  <img src={source} alt={`图片 ${index + 1}`} />
                </a>
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ol>
);

function Order({ ticket }: { readonly ticket: Ticket }) {
  const { order, orderNo, orderTitle, isFromReceipt } = ticket;
  if (orderNo === undefined) return null;
  return (
    <Section title={isFromReceipt ? "兑换码的订单" : "相关订单"}>
      <Facts
        rows={[
          ["订单", <OrderLink key="no" orderNo={orderNo} />],
          ["商品", orderTitle ?? ""],
          ...(order
            ? ([
                ["状态", order.displayText],
                ["实付", moneyText(order.paidFen)],
                ["会员看到", order.nextStep],
                ["下单", <Instant key="at" at={order.createdAt} />],
                ...(order.codeLast4 ? ([["兑换码尾号", order.codeLast4]] as const) : []),
              ] as const)
            : []),
        ]}
      />
    </Section>
  );
}

function Foot({ ticket }: { readonly ticket: Ticket }) {
  const colleagues = useQuery(apiQuery(api.operatorTickets.colleagues, {})).data?.list ?? [];
  if (ticket.state === "closed") return null;
  if (ticket.state === "open" || !ticket.isMine) {
    return (
      <>
        <Button onClick={() => void handOver(ticket, colleagues)}>转交</Button>
        {ticket.state === "open" && (
          <Button look="solid" onClick={() => void take(ticket)}>
            受理
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <Button onClick={() => void handOver(ticket, colleagues)}>转交</Button>
      <Button onClick={() => void close(ticket)}>关闭工单</Button>
    </>
  );
}

type TicketPanelProps = { readonly ticketId: string; readonly onClose: () => void };

export function TicketPanel({ ticketId, onClose }: TicketPanelProps) {
  const query = useQuery(apiQuery(api.operatorTickets.detail, { ticketId }));
  const ticket = query.data;
  if (!ticket) {
    return (
      <Panel title="工单" onClose={onClose}>
        {query.isError ? (
          <Failed failure={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
      </Panel>
    );
  }
  const { member, topicText, state, stateText, dueAt, isLate, smsWanted, result } = ticket;
  return (
    <Panel
      title={topicText}
      tags={<StateTag tone={stateTones[state]}>{stateText}</StateTag>}
      text={`${member.nickname} · ${member.memberNo}${smsWanted ? " · 回复也发短信" : ""}`}
      label={`工单 ${ticket.title}`}
      onClose={onClose}
      foot={<Foot ticket={ticket} />}
    >
      <Presence place={`ticket.${ticketId}`} />
      {dueAt !== undefined && (
        <Notice tone={isLate ? "bad" : "sea"}>
          {isLate ? "已超过回复期限：" : "回复期限："}
          {timeText(dueAt)}
        </Notice>
      )}
      {ticket.assignee && !ticket.isMine && state !== "closed" && (
        <Notice tone="warn">{ticket.assignee.name} 正在处理；需要时可以转交给自己的岗位。</Notice>
      )}
      <Talk ticket={ticket} />
      {result && <Facts rows={[["处理结果", result]]} />}
      {ticket.isMine && state !== "closed" && state !== "open" && (
        <AnswerBox ticketId={ticketId} smsWanted={smsWanted} />
      )}
      <Order ticket={ticket} />
    </Panel>
  );
}
