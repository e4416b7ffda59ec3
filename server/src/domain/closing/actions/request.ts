/** The member's actions for closing an account: view, request and withdrawal of the request. */
import type { Output } from "@yunjing/contract/operations";
import type { Closing, Forfeits } from "@yunjing/contract/schemas/closing";
import type { Me } from "@yunjing/contract/schemas/member";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { refuseOwnAccount } from "../../approvals/actions.ts";
import { lockMemberLedgers } from "../../ledger/actions.ts";
import { accountOf, lockMember, changeCancellingStatus } from "../../members/actions.ts";
import { consumeProof } from "../../security/actions.ts";
import { endRequest, findOpenRequest, lockOpenRequest, openRequest } from "../store.ts";
import { forfeitsOf, obstaclesOf } from "./obstacles.ts";

const DAY_MS = 86_400_000;

async function currentClosing(context: Context, tx: Tx, memberId: string): Promise<Closing> {
  const account = await accountOf(tx, memberId);
  const request = await findOpenRequest(tx, memberId);
  const isWaiting = request?.state === "WAITING";
  return {
    state: request === undefined ? "none" : isWaiting ? "waiting" : "cooling",
    ...(request ? { requestedAt: request.requestedAt, dueAt: request.dueAt } : {}),
    obstacles: await obstaclesOf(context, tx, account),
    ...(await forfeitsOf(context, tx, memberId)),
    needsCode: account.hasPhone,
    coolingDays: Math.round(context.settings.closingCoolMs / DAY_MS),
  };
}

/**
 * Returns the current obstacles and forfeits. Refuses AUTH_EXPIRED when the member no longer
 * exists.
 */
export const closingOf = (
  context: Context,
  db: Db,
  memberId: string,
): Promise<Output<"closing", "show">> =>
  transaction(db, (tx) => currentClosing(context, tx, memberId));

/** Returns the open request as shown in the member's own profile. */
export async function closingOfMe(db: Db, memberId: string): Promise<Me["closing"]> {
  const request = await findOpenRequest(db, memberId);
  return request && { dueAt: request.dueAt, isWaiting: request.state === "WAITING" };
}

const isSame = (one: Forfeits, other: Forfeits): boolean =>
  (Object.keys(one) as (keyof Forfeits)[]).every((name) => one[name] === other[name]);

export type ClosingRequest = {
  readonly memberId: string;
  readonly key: string;
  readonly forfeits: Forfeits;
  /** A step-up proof of purpose `close`. Required for members with a phone. */
  readonly stepUp: string | undefined;
};

/**
 * Locks the member, then every ledger of the account, so that nothing changes during a decision.
 */
export async function lockAccount(context: Context, tx: Tx, memberId: string) {
  await lockMember(tx, memberId);
  const account = await accountOf(tx, memberId);
  await lockMemberLedgers(context, tx, account.ledgers);
  return account;
}

async function request(context: Context, tx: Tx, wanted: ClosingRequest): Promise<void> {
  const { memberId, forfeits, stepUp } = wanted;
  const now = context.clock.sql();
  const account = await lockAccount(context, tx, memberId);
  if (account.status === "CANCELLING" || account.status === "CANCELLED") {
    throw new Refusal("STATE_CHANGED");
  }
  const obstacles = await obstaclesOf(context, tx, account);
  if (obstacles.length > 0) throw new Refusal("CLOSING_BLOCKED", { obstacles });
  const shown = await forfeitsOf(context, tx, memberId);
  if (!isSame(shown.forfeits, forfeits)) throw new Refusal("FORFEITS_CHANGED", { ...shown });
  const proof = { memberId, purpose: "close", stepUp: stepUp ?? "" } as const;
  if (account.hasPhone && !(await consumeProof(context, tx, proof))) {
    throw new Refusal("STEP_UP_NEEDED");
  }
  const id = context.ids.next();
  const at = context.clock.now().getTime();
  const dueAt = at + context.settings.closingCoolMs;
  const isOpened = await openRequest(tx, { memberId, id, forfeits, dueAt: new Date(dueAt), now });
  const isMoved = await changeCancellingStatus(tx, memberId, { from: "ACTIVE", to: "CANCELLING" });
  if (!isOpened || !isMoved) throw new Refusal("STATE_CHANGED");
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "closing",
    entityId: id,
    name: "requested",
    from: "ACTIVE",
    to: "CANCELLING",
    data: { forfeits, dueAt },
    actor: { kind: "member", id: memberId },
  });
  await publishEvent(context, tx, {
    memberId,
    kind: "account.closing",
    ref: id,
    data: { at, dueAt },
  });
}

/**
 * Requests closing of the account after the cooling-off period, once per idempotency key. Refuses
 * CLOSING_BLOCKED {obstacles}, FORFEITS_CHANGED {forfeits, levelName}, STEP_UP_NEEDED, and
 * STATE_CHANGED when a request is already open.
 */
export async function requestClosing(
  context: Context,
  db: Db,
  wanted: ClosingRequest,
): Promise<Closing> {
  const { memberId, key, forfeits } = wanted;
  const intent = { memberId, route: "closing.request", key, body: { forfeits } };
  await runIdempotently(context, db, intent, async (tx) => {
    await request(context, tx, wanted);
    return {};
  });
  return closingOf(context, db, memberId);
}

/** Who ends an open request: its member, or an operator with the reason that the member reads. */
type Ending =
  | { readonly name: "withdrawn" }
  | {
      readonly name: "stopped";
      readonly operatorId: string;
      readonly reason: string;
      /** The request that the operator saw. */
      readonly closingId: string;
    };

/**
 * Ends the open request, so that the account stays. Refuses STATE_CHANGED when none is open, or
 * another than the operator saw. Returns its id.
 */
async function endOpenRequest(
  context: Context,
  tx: Tx,
  memberId: string,
  ending: Ending,
): Promise<string> {
  await lockMember(tx, memberId);
  const open = await lockOpenRequest(tx, memberId);
  if (ending.name === "stopped" && open?.id !== ending.closingId)
    throw new Refusal("STATE_CHANGED");
  const now = context.clock.sql();
  const isEnded =
    open && (await endRequest(tx, { memberId, id: open.id, state: "WITHDRAWN", now }));
  const back = { from: "CANCELLING", to: "ACTIVE" } as const;
  if (!isEnded || !(await changeCancellingStatus(tx, memberId, back)))
    throw new Refusal("STATE_CHANGED");
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "closing",
    entityId: open.id,
    name: ending.name,
    ...back,
    ...(ending.name === "stopped"
      ? { reason: ending.reason, actor: { kind: "operator", id: ending.operatorId } }
      : { actor: { kind: "member", id: memberId } }),
  });
  return open.id;
}

/**
 * Withdraws the open request in the caller's transaction. Refuses STATE_CHANGED when none is open.
 */
export async function withdrawRequest(context: Context, tx: Tx, memberId: string): Promise<void> {
  const ref = await endOpenRequest(context, tx, memberId, { name: "withdrawn" });
  const data = { at: context.clock.now().getTime() };
  await publishEvent(context, tx, { memberId, kind: "account.closing_withdrawn", ref, data });
}

export type ClosingStop = {
  readonly memberId: string;
  readonly closingId: string;
  readonly operatorId: string;
  readonly reason: string;
  readonly key: string;
};

/**
 * An operator stops a member's open request, once for each key; the member is notified of the reason.
 * Refuses OWN_ACCOUNT, and STATE_CHANGED when it is no longer open.
 */
export async function stopClosing(
  context: Context,
  db: Db,
  { memberId, key, ...stop }: ClosingStop,
): Promise<void> {
  const { closingId, operatorId, reason } = stop;
  refuseOwnAccount(operatorId, memberId);
  const body = { memberId, closingId, reason };
  const intent = { memberId: operatorId, route: "operatorTickets.stopClosing", key, body };
  await runIdempotently(context, db, intent, async (tx) => {
    const ref = await endOpenRequest(context, tx, memberId, { name: "stopped", ...stop });
    const data = { why: reason };
    await publishEvent(context, tx, { memberId, kind: "account.closing_stopped", ref, data });
    return {};
  });
}

/** Like `withdrawRequest`, once per idempotency key. */
export async function withdrawClosing(
  context: Context,
  db: Db,
  { memberId, key }: { readonly memberId: string; readonly key: string },
): Promise<Closing> {
  const intent = { memberId, route: "closing.withdraw", key, body: {} };
  await runIdempotently(context, db, intent, async (tx) => {
    await withdrawRequest(context, tx, memberId);
    return {};
  });
  return closingOf(context, db, memberId);
}
