/** One payment, return or refund at the channel: its numbers, what it belongs to, and a query. */
import { api, apiQuery } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { MemberLink, OrderLink } from "../../parts/record/record-links.tsx";
import { Timeline } from "../../parts/record/timeline.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { No } from "../../parts/table/columns.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { useQuery } from "@tanstack/react-query";
import { askChannel } from "./ask-channel.ts";
import {
  eventWords,
  kindWords,
  outcomeWords,
  type PaymentRow,
  stageWords,
  stateWords,
  viaWords,
} from "./payment-words.ts";

function Notices({ no }: { readonly no: string }) {
  const notices = useQuery(apiQuery(api.operatorPayments.notices, { number: no }));
  if (notices.isError)
    return <Failed failure={notices.error} onRetry={() => void notices.refetch()} />;
  if (!notices.data) return <Skeleton rows={2} />;
  const { list } = notices.data;
  if (list.length === 0) return <Section title="渠道通知">没有收到通知；结果来自查单。</Section>;
  return (
    <Timeline
      title="渠道通知"
      events={list.map(({ noticeId, receivedAt, event, text, isApplied }) => {
        const title = (eventWords[event] ?? event) || "渠道通知";
        const said = text === title ? undefined : text;
        return {
          id: noticeId,
          at: receivedAt,
          title,
          text: isApplied ? said : "没有生效：与已有结果不一致",
          tone: isApplied ? ("ok" as const) : ("warn" as const),
        };
      })}
    />
  );
}

/** The order or the top-up that it belongs to. */
export function Business(props: {
  readonly row: { readonly biz: PaymentRow["biz"]; readonly bizNo?: string | undefined };
}) {
  const { biz, bizNo } = props.row;
  if (bizNo === undefined) return EMPTY;
  if (biz === "topup" || !may("orders:read")) return <No value={bizNo} />;
  return <OrderLink orderNo={bizNo} />;
}

export function PaymentPanel(props: { readonly row: PaymentRow; readonly onClose: () => void }) {
  const { row, onClose } = props;
  const [tone, word] = stageWords[row.stage];
  const isAskable = row.kind === "payment" && may("ledger:adjust");
  return (
    <Panel
      title={`${kindWords[row.kind]} ${moneyText(row.amountFen)}`}
      tags={<StateTag tone={tone}>{word}</StateTag>}
      text={row.title}
      onClose={onClose}
      foot={
        isAskable && (
          <Button look="solid" onClick={() => void askChannel(row.no)}>
            向渠道查单
          </Button>
        )
      }
    >
      {row.stage === "unmatched" && (
        <Notice tone="warn">{outcomeWords[row.outcome ?? ""]}。钱会按原路退回，不需要操作。</Notice>
      )}
      {row.stage === "failed" && row.kind !== "payment" && (
        <Notice tone="warn">
          渠道没有退成功。订单退款请到「售后退款」用原单号再试；自动退回的请联系渠道后查单。
        </Notice>
      )}
      <Section>
        <Facts
          rows={[
            ["商户单号", <No key="no" value={row.no} />],
            [
              "渠道单号",
              row.channelNo === undefined ? EMPTY : <No key="c" value={row.channelNo} />,
            ],
            ["状态", stateWords[row.state] ?? row.state],
            ...(row.word === undefined ? [] : [["渠道返回", row.word] as const]),
            [
              "支付方式",
              row.via === undefined ? "微信支付" : `微信支付 · ${viaWords[row.via] ?? ""}`,
            ],
            [row.biz === "order" ? "订单" : "充值单", <Business key="biz" row={row} />],
            ["会员", row.member ? <MemberLink key="member" {...row.member} /> : "游客"],
            ...(row.paymentNo === undefined
              ? []
              : ([["原支付单号", <No key="p" value={row.paymentNo} />]] as const)),
            ["创建", timeText(row.createdAt)],
            ["完成", row.endedAt === undefined ? EMPTY : timeText(row.paidAt ?? row.endedAt)],
          ]}
          total={["金额", moneyText(row.amountFen)]}
        />
      </Section>
      <Section>
        <Notices no={row.no} />
      </Section>
    </Panel>
  );
}
