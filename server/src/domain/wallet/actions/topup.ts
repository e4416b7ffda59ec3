/** Begins a top-up, and returns its state, from our rows and the channel's answer. */
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readUuidCursor } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { onceForMember } from "../../members/actions.ts";
import { isFrozen } from "../../ledger/actions.ts";
import {
  beginAttempt,
  type PaymentDeps,
  refreshAttempt,
  type StartedAttempt,
} from "../../payments/actions.ts";
import { generateTopUpNo, stateAt, type TopUp } from "../model.ts";
import { callOpen, findTopUp, listPackages, listTopUps } from "../store/topups.ts";
import { stateText, wireStates, yuan } from "../texts.ts";
import { expireDueOf } from "./balance.ts";
import { checkAmount } from "./packages.ts";

export type TopUpDeps = { readonly payments: PaymentDeps };
type TopUpStatus = Output<"wallet", "topUp">;
type Payment = TopUpStatus["payment"];

export type BeginTopUpRequest = {
  readonly memberId: string;
  readonly key: string;
  /** The payer's network address. */
  readonly address: string;
  /** The id of the payer's browser. */
  readonly device?: string;
  readonly input: Input<"wallet", "topUp">;
};

/**
 * Builds the view for members; an expired unpaid top-up counts as closed, even before its row does.
 */
export function viewOf(context: Context, topUp: TopUp): TopUpStatus["topUp"] {
  const state = stateAt(topUp, context.clock.now().getTime());
  const { topUpNo, amountFen, bonusFen, paidBackFen: refundedFen, createdAt, paidAt } = topUp;
  return {
    topUpNo,
    state: wireStates[state],
    stateText: stateText(state, topUp.closedReason),
    amountFen,
    bonusFen,
    refundedFen,
    createdAt,
    ...(paidAt === null ? {} : { paidAt }),
    ...(state === "WAIT_PAY" ? { expiresAt: topUp.expiresAt } : {}),
    canRefund: topUp.refundableFen > 0,
  };
}

async function termsOf(
  context: Context,
  tx: Tx,
  { packageId, amountFen }: BeginTopUpRequest["input"],
) {
  if (packageId === undefined) {
    if (amountFen === undefined) throw new Refusal("BAD_REQUEST");
    checkAmount(context, amountFen);
    return { amountFen, bonusFen: 0, packageId: null };
  }
  const offered = await listPackages(tx, "offered");
  const chosen = offered.find((each) => each.packageId === packageId);
  // An amount that differs from the package's amount matches no package.
  if (!chosen || (amountFen !== undefined && amountFen !== chosen.amountFen))
    throw new Refusal("NOT_FOUND");
  return { amountFen: chosen.amountFen, bonusFen: chosen.bonusFen, packageId };
}

async function open(context: Context, tx: Tx, { memberId, input }: BeginTopUpRequest) {
  const { clock, ids, settings } = context;
  if (await isFrozen(tx, memberId, "CNY")) throw new Refusal("ACCOUNT_FROZEN");
  const terms = await termsOf(context, tx, input);
  const id = ids.next();
  const expiresAt = new Date(clock.now().getTime() + settings.topUpMs);
  const topUpNo = generateTopUpNo(context);
  const topUp = { ...terms, id, topUpNo, expiresAt: expiresAt.toISOString(), eventId: ids.next() };
  await callOpen(tx, memberId, { topUp, capFen: settings.balanceCapFen, now: clock.sql() });
  return { id };
}

async function topUpOf(
  context: Context,
  db: Db,
  memberId: string,
  by: { id: string } | { topUpNo: string },
): Promise<TopUp> {
  const found = await findTopUp(db, memberId, { by, now: context.clock.sql() });
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}

const isPaid = ({ paidAt }: TopUp): boolean => paidAt !== null;
const payableOf = ({ memberId: ownerId, id: bizId }: TopUp) =>
  ({ ownerId, bizType: "topup", bizId }) as const;

function paymentOf(context: Context, topUp: TopUp, isUnknown: boolean): Payment {
  if (isPaid(topUp)) return { state: "paid", dueFen: 0 };
  if (stateAt(topUp, context.clock.now().getTime()) === "WAIT_PAY") {
    const { amountFen: dueFen, expiresAt } = topUp;
    return { state: isUnknown ? "unknown" : "waiting", dueFen, expiresAt };
  }
  return { state: isUnknown ? "unknown" : "over", dueFen: topUp.amountFen };
}

/** Queries the channel while a top-up waits for it. Refuses NOT_FOUND. */
export async function topUpStatus(
  context: Context,
  db: Db,
  { payments }: TopUpDeps,
  { memberId, by }: { memberId: string; by: { id: string } | { topUpNo: string } },
): Promise<TopUpStatus> {
  await expireDueOf(context, db, memberId);
  let topUp = await topUpOf(context, db, memberId, by);
  let isUnknown = false;
  if (topUp.state === "WAIT_PAY") {
    isUnknown = (await refreshAttempt(context, db, payments, payableOf(topUp))) === "unknown";
    topUp = await topUpOf(context, db, memberId, by);
  }
  return { topUp: viewOf(context, topUp), payment: paymentOf(context, topUp, isUnknown) };
}

/**
 * Begins a top-up once for each key; a repeat continues the same top-up, and returns its state when
 * nothing is left to pay. Refuses NOT_FOUND (no such package), TOPUP_LIMIT, BALANCE_FULL {room},
 * ACCOUNT_FROZEN, WECHAT_NEEDED, PAY_PENDING, KEY_REUSED. Throws Outage when the channel does not
 * answer.
 */
export async function beginTopUp(
  context: Context,
  db: Db,
  deps: TopUpDeps,
  beginning: BeginTopUpRequest,
): Promise<TopUpStatus> {
  const { memberId, key, address, device = "", input } = beginning;
  const { packageId, amountFen, via = "jsapi" } = input;
  const intent = { memberId, route: "wallet.topUp", key, body: { packageId, amountFen } };
  const { id } = await onceForMember(context, db, intent, (tx) => open(context, tx, beginning));
  const topUp = await findTopUp(db, memberId, { by: { id }, now: context.clock.sql() });
  invariant(topUp, "an opened top-up exists");
  if (stateAt(topUp, context.clock.now().getTime()) !== "WAIT_PAY") {
    return topUpStatus(context, db, deps, { memberId, by: { id } });
  }
  const wanted = {
    ...payableOf(topUp),
    amountFen: topUp.amountFen,
    title: `余额充值 ${yuan(topUp.amountFen)} 元`,
    via,
    address,
    device,
    expiresAt: new Date(topUp.expiresAt),
  };
  const started = await beginAttempt(context, db, deps.payments, wanted).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "ORDER_STATE") return "paid" as const;
    throw error;
  });
  if (started === "paid") return topUpStatus(context, db, deps, { memberId, by: { id } });
  return { topUp: viewOf(context, topUp), payment: { ...waiting(topUp), ...partsOf(started) } };
}

const waiting = ({ amountFen: dueFen, expiresAt }: TopUp) =>
  ({ state: "waiting", dueFen, expiresAt }) as const;

const partsOf = ({ outTradeNo, jsapi, h5Url }: StartedAttempt) => ({
  outTradeNo,
  ...(jsapi ? { jsapi } : {}),
  ...(h5Url === undefined ? {} : { h5Url }),
});

/** Returns one page of a member's top-ups, the latest first. */
export async function pageOfTopUps(
  context: Context,
  db: Db,
  { memberId, input }: { memberId: string; input: Input<"wallet", "topUps"> },
): Promise<Output<"wallet", "topUps">> {
  const { page = PAGE_FIRST, pageSize = PAGE_SIZE, cursor } = input;
  await expireDueOf(context, db, memberId);
  const after = readUuidCursor(cursor);
  const skipped = after ? 0 : (page - 1) * pageSize;
  const range = { after, limit: skipped + pageSize + 1, now: context.clock.sql() };
  const rows = (await listTopUps(db, memberId, range)).slice(skipped);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = rows.length > pageSize;
  return {
    list: shown.map((topUp) => viewOf(context, topUp)),
    page,
    pageSize,
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}),
  };
}
