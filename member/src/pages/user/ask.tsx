/**
 * 联系客服: a question to the service, or more text for a ticket; with an order or a receipt from the
 * page before, and pictures.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TicketTopic } from "@yunjing/contract/schemas/tickets";
import { TICKET_TEXT_MAX } from "@yunjing/contract/limits";
import { useEffect, useState } from "react";
import { api, apiQuery, operationKey } from "../../api.ts";
import { clearPendingReceipt, pendingReceipt } from "../../device/cached-orders.ts";
import { userMessageFor } from "../../device/failure.ts";
import { withIdempotencyKey } from "../../device/idempotency.ts";
import { formatClock, formatDate } from "../../device/time.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { Chips } from "../../components/chip.tsx";
import { Dock } from "../../components/dock.tsx";
import { EvidencePhotos } from "../../components/evidence/evidence-photos.tsx";
import { type Evidence, useEvidence } from "../../components/evidence/use-evidence.ts";
import { Hotline } from "../../components/hotline.tsx";
import { ListRow, ListRows } from "../../components/list-row.tsx";
import { NoticeBar } from "../../components/notice-bar.tsx";
import { TextArea } from "../../components/text-area.tsx";
import type { PageProps } from "../../routes.ts";
import { toast } from "../../shell/facade/facade.ts";
import { navigateTo, redirectTo } from "../../shell/navigate.ts";
import styles from "./tickets/tickets.module.css";

const topics = [
  { id: "order", text: "订单问题" },
  { id: "refund", text: "退款售后" },
  { id: "code", text: "兑换码" },
  { id: "money", text: "余额与积分" },
  { id: "account", text: "账号" },
  { id: "other", text: "其他" },
] as const satisfies readonly { readonly id: TicketTopic; readonly text: string }[];

const TEXT_MIN = 2;

/** The receipt token of the page before, in the fragment, which is never sent to a server. */
const receiptIn = (hash: string): string | undefined =>
  new URLSearchParams(hash).get("r") ?? undefined;

/** What the question is about, from the address of the page. */
type About = {
  readonly orderNo: string | undefined;
  readonly receipt: string | undefined;
  readonly ticketId: string | undefined;
};

/** Until when the service answers, and its hours when it is closed. Has its place from the beginning. */
function Hours() {
  const { data, isLoadingError } = useQuery(apiQuery(api.tickets.hours, {}));
  if (!data) {
    const text = isLoadingError ? "回复会发到「消息」" : "正在查询最晚何时回复";
    return <NoticeBar kind="info" text={text} />;
  }
  const until = `最晚 ${formatDate(data.answerBy)} ${formatClock(data.answerBy)} 前回复`;
  return (
    <NoticeBar
      kind="info"
      text={data.isOpen ? until : `现在不在服务时间（${data.text}），${until}`}
    />
  );
}

type Draft = { readonly text: string; readonly topic: TicketTopic; readonly smsWanted: boolean };

/** Sends the question, or adds to the ticket. Returns the id of the ticket. */
async function send(about: About, draft: Draft, fileIds: readonly string[]): Promise<string> {
  const { orderNo, receipt, ticketId } = about;
  const files = fileIds.length > 0 ? { fileIds: [...fileIds] } : {};
  const text = draft.text.trim();
  const of = ticketId ?? orderNo ?? receipt?.slice(0, 8) ?? "";
  const sent = await withIdempotencyKey(`ticket:${of}:${text}`, (idempotencyKey) =>
    ticketId === undefined
      ? api.tickets.open(
          {
            topic: draft.topic,
            text,
            smsWanted: draft.smsWanted,
            ...files,
            ...(orderNo ? { orderNo } : {}),
            ...(receipt ? { receipt } : {}),
          },
          { idempotencyKey },
        )
      : api.tickets.add({ ticketId, text, ...files }, { idempotencyKey }),
  );
  return sent.ticketId;
}

interface FormProps {
  readonly about: About;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly evidence: Evidence;
}

const Form = ({ about, draft, onDraft, evidence }: FormProps) => (
  <Card>
    <div className="column gap-4">
      {about.orderNo && (
        <p className="text-14 ink-700">
          关于订单 <span className="nowrap">{about.orderNo}</span>
        </p>
      )}
      {about.receipt && !about.orderNo && <p className="text-14 ink-700">关于刚才的兑换订单</p>}
      {about.ticketId === undefined && (
        <div>
          <h2 className="mb-2 text-14 ink-900 strong">问题类型</h2>
          <Chips
            label="问题类型"
            on="surface"
            wraps="start"
            items={topics}
            value={draft.topic}
            onChoose={(id) => {
              const topic = topics.find((one) => one.id === id);
              if (topic) onDraft({ ...draft, topic: topic.id });
            }}
          />
        </div>
      )}
      <TextArea
        label={about.ticketId === undefined ? "问题说明" : "继续留言"}
        value={draft.text}
        placeholder="发生了什么，希望怎么处理"
        lengthMax={TICKET_TEXT_MAX}
        onInput={(text) => onDraft({ ...draft, text })}
      />
      <EvidencePhotos evidence={evidence} />
      {about.ticketId === undefined && (
        <Checkbox isOn={draft.smsWanted} onChange={(smsWanted) => onDraft({ ...draft, smsWanted })}>
          有回复时发短信给我
        </Checkbox>
      )}
    </div>
  </Card>
);

/** Why the form cannot be sent yet. */
function blockedReason(draft: Draft, evidence: Evidence): string | undefined {
  if (draft.text.trim().length < TEXT_MIN) return "请先写下问题";
  return evidence.blockedReason;
}

export default function UserAskPage({ query, hash }: PageProps) {
  // A login between the receipt and this page removes the fragment with the token.
  const [awaited] = useState(pendingReceipt);
  useEffect(clearPendingReceipt, []);
  const orderNo = query["orderNo"];
  const ticketId = query["ticket"];
  const isNamed = orderNo !== undefined || ticketId !== undefined;
  const receipt = receiptIn(hash) ?? (isNamed ? undefined : awaited);
  const about = { orderNo, receipt, ticketId };
  const isOfOrder = about.orderNo !== undefined || about.receipt !== undefined;
  const [draft, setDraft] = useState<Draft>({
    text: "",
    topic: isOfOrder ? "order" : "other",
    smsWanted: false,
  });
  const evidence = useEvidence("ticket");
  const queries = useQueryClient();
  const submit = async () => {
    const reason = blockedReason(draft, evidence);
    if (reason !== undefined) return toast(reason);
    await send(about, draft, evidence.ids).then(
      async (ticketId) => {
        void queries.invalidateQueries({ queryKey: operationKey(api.tickets.list) });
        void queries.invalidateQueries({ queryKey: operationKey(api.tickets.detail) });
        await redirectTo(`/pages/user/ticket?id=${ticketId}`);
        await toast("已提交给客服", { kind: "done" });
      },
      (failure: unknown) => toast(userMessageFor(failure), { kind: "failed" }),
    );
  };
  return (
    <div className="page">
      <div className={styles.page}>
        <Hours />
        <Form about={about} draft={draft} onDraft={setDraft} evidence={evidence} />
        <Card>
          <ListRows label="其他方式">
            <ListRow name="我的工单" onPress={() => navigateTo("/pages/user/tickets")} />
            <Hotline />
          </ListRows>
        </Card>
      </div>
      <Dock>
        <Button appearance="main" block onPress={submit}>
          提交
        </Button>
      </Dock>
    </div>
  );
}
