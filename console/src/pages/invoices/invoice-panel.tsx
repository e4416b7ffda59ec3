/** The panel of one invoice: its title, its numbers, and what can be done now. */
import type { ReactNode } from "react";
import { Button } from "../../parts/button.tsx";
import { moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { MemberLink, OrderLink } from "../../parts/record/record-links.tsx";
import { Instant, No } from "../../parts/table/columns.tsx";
import { StateTag } from "../../parts/tag.tsx";
import {
  ask,
  type InvoiceRow,
  isAtIssuer,
  issue,
  reject,
  reverse,
  stateWords,
  titleTypes,
} from "./invoice-words.ts";

function Notices({ row }: { readonly row: InvoiceRow }) {
  return (
    <>
      {isAtIssuer(row) && (
        <Notice tone="warn">
          还没有结果，不是失败。已查 {row.polls} 次，系统用原申请号继续查询。
        </Notice>
      )}
      {row.fault !== undefined && (
        <Notice tone="bad">开票方没有同意红冲：{row.fault}。请联系开票方核对后再查询。</Notice>
      )}
      {row.isReissue && (
        <Notice tone="sea">
          {row.month === undefined ? "订单有退款" : "有码作废"}，这是按剩余金额重开的发票。
        </Notice>
      )}
    </>
  );
}

function Foot({ row }: { readonly row: InvoiceRow }) {
  if (isAtIssuer(row)) return <Button onClick={() => void ask(row)}>立即查询</Button>;
  if (row.state === "ISSUED")
    return (
      <Button look="danger" onClick={() => void reverse(row)}>
        红冲
      </Button>
    );
  if (row.state !== "REQUESTED") return null;
  return (
    <>
      <Button look="danger" onClick={() => void reject(row)}>
        驳回
      </Button>
      <Button look="solid" onClick={() => void issue(row)}>
        开具 {moneyText(row.amountFen)}
      </Button>
    </>
  );
}

export function InvoicePanel(props: { readonly row: InvoiceRow; readonly onClose: () => void }) {
  const { row, onClose } = props;
  const [tone, word] = stateWords[row.state];
  /** A line of the panel; none for what is not known yet. */
  const line = <V,>(label: string, value: V | undefined, draw: (value: V) => ReactNode) =>
    value === undefined ? [] : [[label, draw(value)] as const];
  const no = (value: string) => <No value={value} />;
  const hasFoot = isAtIssuer(row) || row.state === "REQUESTED" || row.state === "ISSUED";
  return (
    <Panel
      title={row.title}
      tags={<StateTag tone={tone}>{word}</StateTag>}
      text={`${titleTypes[row.titleType]}抬头 · ${timeText(row.requestedAt)} 申请`}
      onClose={onClose}
      foot={hasFoot && <Foot row={row} />}
    >
      <Notices row={row} />
      <Facts
        rows={[
          ...line("税号", row.taxNo, no),
          ...line("订单", row.orderNo, (orderNo) => <OrderLink orderNo={orderNo} />),
          [row.orderNo === undefined ? "对账单" : "权益", row.orderTitle],
          ["会员", <MemberLink key="member" {...row.member} />],
          ["邮箱", row.hasEmail ? "已填，由开票方发送" : "没有填"],
          ...line("申请号", row.requestNo, no),
          ...line("发票号码", row.officialNo, no),
          ...line("开票时间", row.issuedAt, (at) => <Instant at={at} />),
          ...line("红字发票号码", row.redNo, no),
          ...line("经办人", row.decidedBy?.name, (name) => name),
          ...line("原因", row.reason, (reason) => reason),
        ]}
        total={["金额", moneyText(row.amountFen)]}
      />
    </Panel>
  );
}
