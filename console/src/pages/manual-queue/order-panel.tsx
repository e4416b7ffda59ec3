/** One undecided order: claim it, then record what the supplier said: delivered, or failed. */
import { useEffect } from "react";
import { api } from "../../api/client.ts";
import { currentOperator } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { No, Wrapped } from "../../parts/table/columns.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { type ManualOrder, stateWord } from "./manual-order.ts";

/** A claim lasts ten minutes; the open panel prolongs it before its end. */
const PROLONG_MS = 5 * 60_000;

const evidence = {
  kind: "area",
  name: "evidence",
  label: "依据：供应商怎么说的，何时，谁",
  isRequired: true,
} as const;

const failed = ({ outNo, title }: ManualOrder) =>
  askReason({
    op: api.operatorDesk.failed,
    input: { outNo },
    title: "供应商确认失败",
    effect: [
      `${title}：按没有发货处理`,
      "会员付的钱原路退回，或兑换码退还",
      "向供应商请求取消原单",
    ],
    fields: [evidence],
    confirm: "按失败处理",
    look: "danger",
    done: "已按失败处理",
  });

const handOver = ({ outNo }: ManualOrder) =>
  askReason({
    op: api.operatorDesk.handOver,
    input: { outNo },
    title: "放回队列",
    effect: ["其他同事可以领取"],
    confirm: "放回队列",
    done: "已放回队列",
  });

/** Codes are typed one a line, a secret after a blank: `8899 1234`. */
const codesOf = (typed: string) =>
  typed
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([code]) => code)
    .map(([code = "", secret]) => (secret === undefined ? { code } : { code, secret }));

const delivered = ({ outNo, title }: ManualOrder) => {
  const { delivered: op } = api.operatorDesk;
  const typed = Object.assign(
    (
      { codes, ...input }: { codes?: unknown } & Omit<Parameters<typeof op>[0], "codes">,
      options?: Parameters<typeof op>[1],
    ) => op({ ...input, codes: codesOf(typeof codes === "string" ? codes : "") }, options),
    { topic: op.topic, operation: op.operation, route: op.route },
  );
  return askReason({
    op: typed,
    input: { outNo },
    title: "供应商确认已发货",
    effect: [`${title}：按已发货处理`, "会员立即收到下面的码"],
    fields: [
      { kind: "area", name: "codes", label: "卡号，一行一张；有密码的，空格后写密码" },
      evidence,
    ],
    confirm: "按已发货处理",
    look: "coral",
    done: "已按发货处理",
  });
};

/** Whom to call at the supplier and what to say, from the supplier's form. */
export function SupplierCall({ row }: { readonly row: Pick<ManualOrder, "contact"> }) {
  const { phone, hours, script } = row.contact;
  if (!phone && !hours && !script)
    return (
      <Section title="致电供应商">
        <p>还没有登记电话和话术，可以在供应商的「修改资料」里填写。</p>
      </Section>
    );
  return (
    <Section title="致电供应商">
      <Facts
        rows={[
          ["电话", phone ? <No key="phone" value={phone} /> : EMPTY],
          ["服务时间", hours || EMPTY],
        ]}
      />
      {script && <Wrapped>{script}</Wrapped>}
    </Section>
  );
}

export function OrderPanel(props: {
  readonly row: ManualOrder;
  readonly onClaim: () => void;
  readonly onClose: () => void;
}) {
  const { row, onClaim, onClose } = props;
  const isMine = row.claimedBy === currentOperator()?.uid;
  useEffect(() => {
    if (!isMine) return undefined;
    const timer = setInterval(onClaim, PROLONG_MS);
    return () => clearInterval(timer);
  }, [isMine, onClaim]);
  return (
    <Panel
      title={row.title}
      tags={
        <StateTag tone={row.isLate ? "bad" : "warn"}>{row.isLate ? "已超时" : "结果未知"}</StateTag>
      }
      text={<No value={row.orderNo} />}
      label={`订单 ${row.orderNo}`}
      onClose={onClose}
      foot={
        isMine ? (
          <>
            <Button look="danger" onClick={() => void failed(row)}>
              确定失败
            </Button>
            <Button onClick={() => void handOver(row)}>放回队列</Button>
            <Button look="coral" onClick={() => void delivered(row)}>
              已发到手
            </Button>
          </>
        ) : (
          <>
            <span />
            <Button look="solid" disabled={row.claimedBy !== undefined} onClick={onClaim}>
              {row.claimedBy === undefined ? "领取" : `${row.claimed?.name || "同事"}已领取`}
            </Button>
          </>
        )
      }
    >
      <Presence place={`desk.${row.outNo}`} />
      <Notice tone="warn">结果未知，不是失败。没有供应商的明确答复，不退款、不换供应商。</Notice>
      <Section title="供应商单">
        <Facts
          rows={[
            ["供应商", row.supplierName],
            ["供应商单号", <No key="no" value={row.outNo} />],
            ["状态", stateWord(row.state)],
            ...(row.member
              ? [["会员", `${row.member.nickname} · ${row.member.memberNo}`] as const]
              : []),
            ["转人工", timeText(row.since)],
            ["处理时限", timeText(row.dueAt)],
            ...(row.claimedUntil === undefined
              ? []
              : [["领取到", timeText(row.claimedUntil)] as const]),
          ]}
        />
      </Section>
      <SupplierCall row={row} />
      <Section title="客服话术">
        <p>
          「您的订单 {row.orderNo}{" "}
          我们正在向商家核实，有结果会立即通知您；没有发货的会全额退回，请放心。」
        </p>
      </Section>
    </Panel>
  );
}
