/** The panel of one invoice: its title, its numbers, and what can be done now. */
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText, timeText } from "../../parts/format.ts";
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
  const no = (value: string | undefined) => (value === undefined ? EMPTY : <No value={value} />);
  const at = (value: number | undefined) => (value === undefined ? EMPTY : <Instant at={value} />);
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
          ["税号", no(row.taxNo)],
          ...(row.orderNo === undefined
            ? []
            : [["订单", <OrderLink key="order" orderNo={row.orderNo} />] as const]),
          [row.orderNo === undefined ? "对账单" : "权益", row.orderTitle],
          ["会员", <MemberLink key="member" {...row.member} />],
          ["邮箱", row.hasEmail ? "已填，由开票方发送" : "没有填"],
          ["申请号", no(row.requestNo)],
          ["发票号码", no(row.officialNo)],
          ["开票时间", at(row.issuedAt)],
          ["红字发票号码", no(row.redNo)],
          ["经办人", row.decidedBy?.name ?? EMPTY],
          ["原因", row.reason ?? EMPTY],
        ]}
        total={["金额", moneyText(row.amountFen)]}
      />
    </Panel>
  );
}
