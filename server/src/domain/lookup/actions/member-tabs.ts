/** The tabs of a member's page: keyset lists of what belongs to one member. */
import type { Input, Output } from "@yunjing/contract/operations";
import { accountText, actorText, postingText } from "@yunjing/contract/shared-words";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { memberIdByNo } from "../../members/actions.ts";
import { withoutPickup } from "../../messages/actions.ts";
import { displayOf, displayText } from "../../orders/actions.ts";
import { asOf } from "../../orders/model.ts";
import { type Position, keysetPageOf, keysetResult } from "../../../platform/database/keyset.ts";
import { pseudonym } from "../pseudonym.ts";
import {
  cardRows,
  codeRows,
  couponRows,
  eventRows,
  invitationRows,
  type LedgerPosition,
  ledgerRows,
  messageRows,
  type OrderTabRow,
  orderRows,
  sessionRows,
} from "../store/member-tabs.ts";

type Tab =
  | "orders"
  | "coupons"
  | "cards"
  | "codes"
  | "sessions"
  | "events"
  | "invitations"
  | "messages";
type TabInput = Input<"operatorMembers", "orders">;
type TabOutput<T extends Tab> = Output<"operatorMembers", T>;
type OrderShown = Output<"operatorMembers", "orders">["list"][number];

/** Omits fields that are null. */
const without = <N extends string, T>(name: N, value: T | null) =>
  (value === null ? {} : { [name]: value }) as { readonly [K in N]?: T };

/** Renders an order of the member; an expired unpaid order is shown as closed. */
export function orderOf({ clock }: Pick<Context, "clock">, data: OrderTabRow): OrderShown {
  const row = asOf(data, clock.now());
  const display = displayOf(row);
  const { orderNo, title, artwork, kind, source, amountFen, points, createdAt } = row;
  return {
    orderNo,
    title,
    artwork,
    kind,
    source,
    amountFen,
    points,
    state: display,
    stateText: displayText(display, kind),
    createdAt,
  };
}

/** Reads one page of a tab. Refuses NOT_FOUND, BAD_REQUEST. */
async function tabOf<Row extends Position, Shown>(
  db: Db,
  { memberNo, ...input }: TabInput,
  read: (
    db: Db,
    tab: { memberId: string; page: ReturnType<typeof keysetPageOf> },
  ) => Promise<Row[]>,
  show: (row: Row) => Shown,
): Promise<{ list: Shown[]; nextCursor?: string }> {
  const page = keysetPageOf(input);
  const memberId = await memberIdByNo(db, memberNo);
  return keysetResult(await read(db, { memberId, page }), page, show);
}

/** The tabs of a member's page, except the ledger. Each refuses NOT_FOUND, BAD_REQUEST. */
export const memberTabs = (
  context: Context,
  db: Db,
): { readonly [T in Tab]: (input: TabInput) => Promise<TabOutput<T>> } => ({
  orders: (input) => tabOf(db, input, orderRows, (row) => orderOf(context, row)),
  coupons: (input) =>
    tabOf(
      db,
      input,
      (reader, tab) => couponRows(reader, { ...tab, now: context.clock.sql() }),
      ({ micros: _, id: _id, voidReason, orderNo, ...row }) => ({
        ...row,
        ...without("voidReason", voidReason),
        ...without("orderNo", orderNo),
      }),
    ),
  cards: (input) =>
    tabOf(db, input, cardRows, ({ micros: _, id: _id, validUntil, orderNo, ...row }) => ({
      ...row,
      ...without("validUntil", validUntil),
      ...without("orderNo", orderNo),
    })),
  codes: (input) =>
    tabOf(db, input, codeRows, ({ micros: _, id: _id, orderNo, ...row }) => ({
      ...row,
      ...without("orderNo", orderNo),
    })),
  sessions: (input) =>
    tabOf(db, input, sessionRows, ({ micros: _, id: _id, endedAt, endedWhy, device, ...row }) => ({
      ...row,
      device: pseudonym(context, "device", device),
      ...without("endedAt", endedAt),
      ...without("endedWhy", endedWhy),
    })),
  events: (input) =>
    tabOf(db, input, eventRows, ({ at, entity, name, from, to, actorKind, actorName, reason }) => ({
      at,
      entity,
      name,
      by: actorName ?? actorText(actorKind),
      ...without("from", from),
      ...without("to", to),
      ...without("reason", reason),
    })),
  invitations: (input) =>
    tabOf(db, input, invitationRows, ({ micros: _, id: _id, memberNo, reason, ...row }) => ({
      ...row,
      ...without("memberNo", memberNo),
      ...without("reason", reason),
    })),
  messages: (input) =>
    tabOf(db, input, messageRows, ({ micros: _, id: _id, sends, ...row }) => ({
      ...row,
      body: withoutPickup(row.body),
      sends: sends.map(({ word, ...send }) => ({ ...send, ...without("word", word) })),
    })),
});

const LEDGER_CURSOR = /^([0-9a-f-]{36})\.(\d{1,2})\.([a-z_]{1,20})$/;
const PAGE_SIZE = 20;

/** Refuses BAD_REQUEST for a cursor that this list has not made. */
function ledgerPositionOf(cursor: string | undefined): LedgerPosition | undefined {
  if (cursor === undefined) return undefined;
  const [, txnId, seq, account] = LEDGER_CURSOR.exec(cursor) ?? [];
  if (txnId === undefined || seq === undefined || account === undefined) {
    throw new Refusal("BAD_REQUEST");
  }
  return { txnId, seq: Number(seq), account };
}

/** The lines of the member's accounts, newest first. Refuses NOT_FOUND, BAD_REQUEST. */
export async function memberLedger(
  db: Db,
  { memberNo, cursor, pageSize = PAGE_SIZE, ...filter }: Input<"operatorMembers", "ledger">,
): Promise<Output<"operatorMembers", "ledger">> {
  const after = ledgerPositionOf(cursor);
  const memberId = await memberIdByNo(db, memberNo);
  const rows = await ledgerRows(db, memberId, filter, { after, limit: pageSize });
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  return {
    list: shown.map(({ txnId: _, seq: _seq, orderNo, ...row }) => ({
      ...row,
      kindText: postingText(row.kind),
      accountText: accountText(row.account),
      ...without("orderNo", orderNo),
    })),
    ...(last ? { nextCursor: `${last.txnId}.${last.seq}.${last.account}` } : {}),
  };
}
