/**
 * The balance statement: every line with its part, its cause, and the spendable balance afterwards.
 */
import type { SQL } from "drizzle-orm";
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { StatementEntry } from "@yunjing/contract/schemas/statement";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import {
  monthSumsOf,
  type StatementLine,
  statementOf,
  type StatementPageRequest,
  statementRows,
} from "../../ledger/actions.ts";
import { type PostingKind, postingKinds } from "../../ledger/model.ts";
import { partOf, describeLine } from "../statement-lines.ts";
import type { WalletCauses } from "../port.ts";
import { topUpNosOf } from "../store/topups.ts";
import { expireDueOf } from "./balance.ts";

type RecordsInput = Input<"wallet", "records">;
type Records = Output<"wallet", "records">;
type Type = NonNullable<RecordsInput["type"]>;

const spendings: readonly PostingKind[] = ["hold", "hold_confirm"];
const notRewards = new Set<string>([...spendings, "wallet_return"]);
const types: Readonly<Record<Type, Partial<StatementPageRequest>>> = {
  all: {},
  in: { direction: "in" },
  out: { direction: "out" },
  topup: { kinds: ["topup", "topup_bonus", "topup_refund", "bonus_revoke"] },
  pay: { kinds: spendings, hasOrder: true },
  refund: { kinds: ["wallet_return"] },
  reward: {
    purpose: "reward_cash",
    kinds: (Object.keys(postingKinds) as PostingKind[]).filter((kind) => !notRewards.has(kind)),
  },
  withdrawal: { purpose: "reward_cash", kinds: spendings, hasOrder: false },
};

const statementScope = (context: Context, memberId: string) => ({
  memberId,
  asset: "CNY" as const,
  now: context.clock.sql(),
  purposes: ["principal", "bonus", "reward_cash"] as const,
});

/** Returns the statement as plain rows with the API's field names. */
export async function balanceRows(context: Context, db: Db, memberId: string): Promise<SQL> {
  await expireDueOf(context, db, memberId);
  return statementRows(statementScope(context, memberId));
}

/** Sums the incoming and outgoing money of each month; money on hold counts as neither. */
export async function monthTotals(
  context: Context,
  db: Db,
  memberId: string,
  months: readonly string[],
): Promise<Records["months"]> {
  const request = { ...statementScope(context, memberId), months, withoutHeld: true };
  const sums = await monthSumsOf(db, request);
  return months.map((month) => {
    const own = sums.filter((sum) => sum.month === month);
    return {
      month,
      inFen: own.reduce((total, { incoming }) => total + incoming, 0),
      outFen: own.reduce((total, { outgoing }) => total + outgoing, 0),
    };
  });
}

/** Returns the numbers of the causes of these lines, reading each once. */
async function namesOf(
  db: Db,
  { causes, payouts }: WalletCauses,
  memberId: string,
  lines: readonly StatementLine[],
) {
  const orderIds = [...new Set(lines.flatMap(({ orderId }) => orderId ?? []))];
  const refs = lines.flatMap(({ kind, ref }) => (types.topup.kinds?.includes(kind) ? [ref] : []));
  const holds = lines.flatMap(({ kind, ref, orderId }) =>
    spendings.includes(kind) && orderId === null ? [ref] : [],
  );
  const [orderNos, topUpNos, payoutNos] = await Promise.all([
    causes.orderNos(db, memberId, orderIds),
    topUpNosOf(db, memberId, [...new Set(refs)]),
    payouts.findNumbers(db, memberId, [...new Set(holds)]),
  ]);
  return { orderNos, topUpNos, payoutNos };
}

/** Refuses BAD_REQUEST for a cursor that this server did not issue. */
export async function walletRecords(
  context: Context,
  db: Db,
  causes: WalletCauses,
  { memberId, input }: { memberId: string; input: RecordsInput },
): Promise<Records> {
  const { page = PAGE_FIRST, pageSize = PAGE_SIZE, cursor, type = "all", month } = input;
  await expireDueOf(context, db, memberId);
  const skipped = cursor === undefined ? (page - 1) * pageSize : 0;
  const found = await statementOf(db, {
    ...statementScope(context, memberId),
    ...types[type],
    limit: skipped + pageSize,
    ...(month === undefined ? {} : { month }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const lines = found.lines.slice(skipped);
  const names = await namesOf(db, causes, memberId, lines);
  const list = lines.map((line): StatementEntry => {
    const { txnId, seq, purpose, change, after, isHeld, at, month: own } = line;
    return {
      id: `${txnId}:${seq}:${purpose}`,
      ...describeLine(line, names),
      part: partOf(purpose),
      change,
      after,
      state: isHeld ? "held" : "booked",
      month: own,
      at,
    };
  });
  const months = [...new Set(list.map((line) => line.month))];
  return {
    list,
    page,
    pageSize,
    hasMore: found.nextCursor !== undefined,
    ...(found.nextCursor === undefined ? {} : { nextCursor: found.nextCursor }),
    months: await monthTotals(context, db, memberId, months),
  };
}
