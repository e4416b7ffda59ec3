/** Words, links and choices of the ledger's pages. */
import { accountWords } from "@yunjing/contract/shared-words";
import { may } from "../../api/operator.ts";
import { EMPTY, groupedNumber, pointsText } from "../../parts/format.ts";
import { OrderLink, PageLink } from "../../parts/record/record-links.tsx";
import { Money } from "../../parts/table/columns.tsx";
import type { Filter } from "../../parts/table/filter-bar.tsx";
import { oneOf } from "../../parts/table/search-state.ts";

type Asset = "CNY" | "PTS";
export const assetWords = { CNY: "资金", PTS: "积分" } as const;

type Purpose = keyof typeof accountWords;
export const purposes = Object.keys(accountWords) as readonly Purpose[];
export const purposeParser = oneOf(...purposes);
export const purposeFilter: Filter<"purpose"> = {
  key: "purpose",
  label: "账户",
  choices: purposes.map((purpose) => [purpose, accountWords[purpose]] as const),
};

/** An amount of money or points. */
export function Amount(props: { readonly asset: Asset; readonly amount: number }) {
  return props.asset === "PTS" ? pointsText(props.amount) : <Money fen={props.amount} />;
}

/** The address of an account's statement: `clearing`, `prepaid.topup`, `principal.100000001`. */
export function statementPath(account: string): string {
  const [purpose = "", owner = ""] = account.split(".", 2);
  return `/ledger?tab=statement&purpose=${purpose}${owner && `&keyword=${owner}`}`;
}

type Subject = {
  readonly orderNo?: string;
  readonly refundNo?: string;
  readonly withdrawalNo?: string;
};

/** The order, refund and withdrawal of a posting; links where the operator may read them. */
export function SubjectLinks({ row }: { readonly row: Subject }) {
  const { orderNo, refundNo, withdrawalNo } = row;
  if (orderNo === undefined && refundNo === undefined && withdrawalNo === undefined) return EMPTY;
  return (
    <>
      {orderNo !== undefined && (
        <div>
          订单 <OrderLink orderNo={orderNo} />
        </div>
      )}
      {refundNo !== undefined && (
        <NumberLink
          label="退款"
          no={refundNo}
          to={may("orders:refund") ? `/refunds?keyword=${refundNo}` : undefined}
        />
      )}
      {withdrawalNo !== undefined && (
        <NumberLink
          label="提现"
          no={withdrawalNo}
          to={
            may("withdrawals:review") ? `/withdrawals?tab=done&keyword=${withdrawalNo}` : undefined
          }
        />
      )}
    </>
  );
}

function NumberLink(props: {
  readonly label: string;
  readonly no: string;
  readonly to: string | undefined;
}) {
  const { label, no, to } = props;
  const text = groupedNumber(no);
  return (
    <div>
      {label} {to === undefined ? text : <PageLink to={to}>{text}</PageLink>}
    </div>
  );
}
