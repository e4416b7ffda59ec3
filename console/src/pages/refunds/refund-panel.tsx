/** One refund: the member's words and pictures, what goes back by tender, and the decision. */
import { Eye } from "lucide-react";
import { api } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { StateTag, TwoPersons } from "../../parts/tag.tsx";
import { No } from "../../parts/table/columns.tsx";
import { Evidence } from "../../parts/record/evidence.tsx";
import { moneyOf, type RefundRow, stateTexts, tendersOf } from "./texts.ts";

const goesBack = (row: RefundRow): string[] =>
  tendersOf(row).flatMap(([name, amount, when]) => (amount ? [`${name} ${amount}，${when}`] : []));

export const approve = (row: RefundRow) => {
  const isFirst = row.needsTwo && row.stage === "waiting";
  return askReason({
    op: api.operatorRefunds.approve,
    input: { refundNo: row.refundNo },
    title: isFirst ? "批准退款，交给第二人" : "批准退款",
    effect: isFirst
      ? [...goesBack(row), "超过单人额度：您批准后，24 小时内还要另一位同意"]
      : [...goesBack(row), "取消本单得的积分和成长值"],
    confirm: isFirst ? "批准，等第二人" : `批准并退 ${moneyText(moneyOf(row))}`,
    look: "coral",
    done: isFirst ? "已批准，等第二人" : "已批准退款",
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

function foot(row: RefundRow) {
  if (row.state === "ABNORMAL")
    return (
      <Button look="solid" onClick={() => void retry(row)}>
        再次请求渠道
      </Button>
    );
  if (row.state !== "APPLIED") return undefined;
  return (
    <>
      <Button look="danger" onClick={() => void reject(row)}>
        拒绝
      </Button>
      <Button look="coral" onClick={() => void approve(row)}>
        {row.needsTwo && row.stage === "waiting"
          ? "批准，等第二人"
          : `批准并退 ${moneyText(moneyOf(row))}`}
      </Button>
    </>
  );
}

export function RefundPanel(props: { readonly row: RefundRow; readonly onClose: () => void }) {
  const { row, onClose } = props;
  const [tone, word] = stateTexts[row.state as keyof typeof stateTexts];
  const { evidence, first, firstExpiresAt, isFirstExpired, reviewer, decision } = row;
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
          {row.member.nickname} · {row.member.memberNo} · {row.title}
          <br />
          <No value={row.refundNo} />
        </>
      }
      label={`退款 ${row.refundNo}`}
      onClose={onClose}
      foot={foot(row)}
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
          {first.name} 已批准
          {firstExpiresAt !== undefined &&
            (isFirstExpired
              ? "，已过 24 小时，需重新批准"
              : `，${timeText(firstExpiresAt)} 前有效`)}
        </Notice>
      )}
      <Section title="退款概况">
        <Facts
          rows={tendersOf(row).flatMap(([name, amount, when]) =>
            amount ? [[name, amount, when] as const] : [],
          )}
          total={["合计退回", moneyText(moneyOf(row))]}
        />
      </Section>
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
