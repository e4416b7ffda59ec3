/** One refund: the member's words and pictures, what goes back by tender, and the decision. */
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { api, apiQuery } from "../../api/client.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { StateTag, TwoPersons } from "../../parts/tag.tsx";
import { No } from "../../parts/table/columns.tsx";
import { Evidence } from "../../parts/record/evidence.tsx";
import { MemberLink, OrderLink } from "../../parts/record/record-links.tsx";
import { ApprovedUnits, useApprovedUnits } from "./approved-units.tsx";
import {
  isFirstMine,
  isFirstOfTwo,
  moneyOf,
  type Part,
  type RefundRow,
  stateTexts,
  tendersOf,
  wholeOf,
} from "./texts.ts";

const EARLIER_SHOWN = 20;

const goesBack = (part: Part): string[] =>
  tendersOf(part).flatMap(([name, amount, when]) => (amount ? [`${name} ${amount}，${when}`] : []));

const confirmOf = (row: RefundRow, part: Part): string =>
  isFirstOfTwo(row, part) ? "批准，等第二人" : `批准并退 ${moneyText(moneyOf(part))}`;

/** Approves all units, or those of `part`. */
export const approve = (row: RefundRow, part: Part = wholeOf(row)) => {
  const isFirst = isFirstOfTwo(row, part);
  const { items } = part;
  return askReason({
    op: api.operatorRefunds.approve,
    input: {
      refundNo: row.refundNo,
      ...(items && { items: [...items], expectedFen: moneyOf(part) }),
    },
    title: isFirst ? "批准退款，交给第二人" : "批准退款",
    effect: [
      ...goesBack(part),
      ...(items ? ["其余份数不退，会员会读到，可以再申请"] : []),
      isFirst
        ? "超过单人额度：您批准后，24 小时内还要另一位同意"
        : "本单得的积分和成长值按退款比例扣回",
    ],
    confirm: confirmOf(row, part),
    look: "coral",
    movesFen: moneyOf(part),
    done: isFirst ? "已批准，等第二人" : "已批准退款",
    reloads: [["operatorRefunds"], ["operatorOrders"]],
  });
};

export const reject = (row: RefundRow) =>
  askReason({
    op: api.operatorRefunds.reject,
    input: { refundNo: row.refundNo },
    title: "拒绝退款",
    effect: ["不退款，会员可以再申请", "会员会读到下面的原因"],
    confirm: "拒绝退款",
    look: "danger",
    reasonHelp: "会员会读到",
    done: "已拒绝",
  });

const retry = (row: RefundRow) =>
  askReason({
    op: api.operatorRefunds.retry,
    input: { refundNo: row.refundNo },
    title: "再次请求渠道",
    effect: [`用原单号 ${row.refundNo} 再请求一次，不会重复退`],
    confirm: "再次请求",
  });

/** Names a colleague; the others may still decide it. */
async function handOver({ refundNo, title, assignee }: RefundRow): Promise<void> {
  const { list } = await api.operatorRefunds.colleagues({});
  await askReason({
    op: api.operatorRefunds.handOver,
    input: { refundNo, ...(assignee && { fromId: assignee.id }) },
    title: "转交退款",
    effect: [title, "标为转交给这位同事；其他有权的人仍可以审核"],
    fields: [
      {
        kind: "choice",
        name: "toId",
        label: "同事",
        choices: list
          .filter(({ id }) => id !== assignee?.id)
          .map(({ id, name }) => [id, name] as const),
        help: "不选则退回无人处理",
      },
    ],
    confirm: "转交",
    done: "已转交",
  });
}

/** `part` is undefined while it is not known what the chosen units return. */
function foot(row: RefundRow, part: Part | undefined, isEmpty: boolean) {
  if (row.state === "ABNORMAL")
    return (
      <Button look="solid" onClick={() => void retry(row)}>
        再次请求渠道
      </Button>
    );
  // The second person decides on the card of the approval, where the first one takes it back.
  if (row.stage !== "waiting") return undefined;
  return (
    <>
      <Button look="danger" onClick={() => void reject(row)}>
        拒绝
      </Button>
      <Button onClick={() => void handOver(row)}>转交</Button>
      <Button look="coral" disabled={!part} onClick={() => part && void approve(row, part)}>
        {part ? confirmOf(row, part) : isEmpty ? "选择要退的份数" : "正在计算"}
      </Button>
    </>
  );
}

/** What the same member got back before: how often, how much, and the latest ones. */
function EarlierRefunds({ row }: { readonly row: RefundRow }) {
  const { memberNo } = row.member;
  const filter = { state: "done", keyword: memberNo, pageSize: EARLIER_SHOWN } as const;
  const query = useQuery({
    ...apiQuery(api.operatorRefunds.list, filter),
    enabled: memberNo !== "",
  });
  const earlier = (query.data?.list ?? []).filter(({ refundNo }) => refundNo !== row.refundNo);
  if (earlier.length === 0) return null;
  const more = query.data?.nextCursor === undefined ? "" : "以上";
  return (
    <Section title="这位会员以往的退款" aside={`${earlier.length} 笔${more}`}>
      <Facts
        rows={earlier.map((one) => [
          one.title,
          moneyText(moneyOf(one)),
          `${timeText(one.createdAt)} ${stateTexts[one.state as keyof typeof stateTexts][1]}`,
        ])}
      />
    </Section>
  );
}

export function RefundPanel(props: { readonly row: RefundRow; readonly onClose: () => void }) {
  const { row, onClose } = props;
  const [tone, word] = stateTexts[row.state as keyof typeof stateTexts];
  const { evidence, first, firstExpiresAt, isFirstExpired, reviewer, decision } = row;
  const choice = useApprovedUnits(row);
  const { part } = choice;
  const mayReduce = row.stage === "waiting" && row.items.length > 0;
  return (
    <Panel
      title={`退款 ${moneyText(moneyOf(row))}`}
      tags={
        <>
          <StateTag tone={tone}>{word}</StateTag>
          {row.needsTwo && <TwoPersons />}
        </>
      }
      text={
        <>
          {row.title}
          <br />
          <No value={row.refundNo} />
        </>
      }
      label={`退款 ${row.refundNo}`}
      onClose={onClose}
      foot={foot(row, part, choice.isEmpty)}
    >
      <Presence place={`refund.${row.refundNo}`} />
      <Section title="会员说">
        <p>「{row.reason}」</p>
        <Evidence urls={evidence} />
      </Section>
      {row.isRevealed && (
        <Notice tone="bad" icon={<Eye aria-hidden="true" />}>
          会员已经查看过卡密。退它等于可能白送，须写明依据。
        </Notice>
      )}
      {first !== undefined && (
        <Notice tone={isFirstExpired ? "warn" : "sea"}>
          {isFirstMine(row) ? "您" : first.name || "一位同事"}已批准
          {firstExpiresAt !== undefined &&
            (isFirstExpired
              ? "，已过 24 小时，需重新批准"
              : `，${timeText(firstExpiresAt)} 前等另一位同意`)}
        </Notice>
      )}
      {mayReduce && <ApprovedUnits row={row} choice={choice} />}
      {part && (
        <Section title="退款概况" aside={part.items && `申请 ${moneyText(moneyOf(row))}`}>
          <Facts
            rows={tendersOf(part).flatMap(([name, amount, when]) =>
              amount ? [[name, amount, when] as const] : [],
            )}
            total={["合计退回", moneyText(moneyOf(part))]}
          />
        </Section>
      )}
      {row.stage === "second" && <ApprovalCard kind="refund" no={row.refundNo} />}
      <Section title="来自">
        <Facts
          rows={[
            ["会员", <MemberLink key="member" {...row.member} />],
            ["订单", <OrderLink key="order" orderNo={row.orderNo} />],
            ["申请", timeText(row.createdAt)],
            ...(row.assignee ? [["转交给", row.assignee.name || "一位同事"] as const] : []),
          ]}
        />
      </Section>
      <EarlierRefunds row={row} />
      {reviewer !== undefined && (
        <Section title="审核">
          <p>
            {reviewer.name}
            {row.decidedAt !== undefined && `，${timeText(row.decidedAt)}`}
            {decision !== undefined && `：「${decision}」`}
          </p>
        </Section>
      )}
    </Panel>
  );
}
