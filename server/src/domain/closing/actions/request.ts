/** The member's side of closing an account: what is shown, the request, and its withdrawal. */
import type { Output } from "@yunjing/contract/operations";
import type { Closing, Forfeits } from "@yunjing/contract/schemas/closing";
import type { Me } from "@yunjing/contract/schemas/member";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeEvent } from "../../../platform/event.ts";
import { once } from "../../../platform/idempotency.ts";
import { tell } from "../../../platform/jobs/news.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { takeBooks } from "../../ledger/actions.ts";
import { accountOf, holdMember, moveCancelling } from "../../members/actions.ts";
import { takeProof } from "../../security/actions.ts";
import { endRequest, findOpen, holdOpen, openRequest } from "../store.ts";
import { forfeitsOf, obstaclesOf } from "./obstacles.ts";

const DAY_MS = 86_400_000;

async function standing(context: Context, tx: Tx, memberId: string): Promise<Closing> {
  const account = await accountOf(tx, memberId);
  const request = await findOpen(tx, memberId);
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

/** What stands in the way and what is forfeited, as it is now. Refuses AUTH_EXPIRED when the member is gone. */
export const closingOf = (
  context: Context,
  db: Db,
  memberId: string,
): Promise<Output<"closing", "show">> => transaction(db, (tx) => standing(context, tx, memberId));

/** What a member's own profile says of an open request. */
export async function closingOfMe(db: Db, memberId: string): Promise<Me["closing"]> {
  const request = await findOpen(db, memberId);
  return request && { dueAt: request.dueAt, isWaiting: request.state === "WAITING" };
}

const isSame = (one: Forfeits, other: Forfeits): boolean =>
  (Object.keys(one) as (keyof Forfeits)[]).every((name) => one[name] === other[name]);

export type ClosingWanted = {
  readonly memberId: string;
  readonly key: string;
  readonly forfeits: Forfeits;
  /** A proof of purpose `close`; of members with a phone. */
  readonly stepUp: string | undefined;
};

/** Holds the member, then every ledger of the account: nothing changes under a decision. */
export async function holdAccount(context: Context, tx: Tx, memberId: string) {
  await holdMember(tx, memberId);
  const account = await accountOf(tx, memberId);
  await takeBooks(context, tx, account.ledgers);
  return account;
}

async function request(context: Context, tx: Tx, wanted: ClosingWanted): Promise<void> {
  const { memberId, forfeits, stepUp } = wanted;
  const now = context.clock.sql();
  const account = await holdAccount(context, tx, memberId);
  if (account.status === "CANCELLING" || account.status === "CANCELLED") {
    throw new Refusal("STATE_CHANGED");
  }
  const obstacles = await obstaclesOf(context, tx, account);
  if (obstacles.length > 0) throw new Refusal("CLOSING_BLOCKED", { obstacles });
  const shown = await forfeitsOf(context, tx, memberId);
  if (!isSame(shown.forfeits, forfeits)) throw new Refusal("FORFEITS_CHANGED", { ...shown });
  const proof = { memberId, purpose: "close", stepUp: stepUp ?? "" } as const;
  if (account.hasPhone && !(await takeProof(context, tx, proof))) {
    throw new Refusal("STEP_UP_NEEDED");
  }
  const id = context.ids.next();
  const at = context.clock.now().getTime();
  const dueAt = at + context.settings.closingCoolMs;
  const isOpened = await openRequest(tx, { memberId, id, forfeits, dueAt: new Date(dueAt), now });
  const isMoved = await moveCancelling(tx, memberId, { from: "ACTIVE", to: "CANCELLING" });
  if (!isOpened || !isMoved) throw new Refusal("STATE_CHANGED");
  await writeEvent(context, tx, {
    memberId,
    entity: "closing",
    entityId: id,
    name: "requested",
    from: "ACTIVE",
    to: "CANCELLING",
    data: { forfeits, dueAt },
    actor: { kind: "member", id: memberId },
  });
  await tell(context, tx, { memberId, kind: "account.closing", ref: id, data: { at, dueAt } });
}

/**
 * Asks for the account to be closed after the cooling-off; once for each key. Refuses CLOSING_BLOCKED {obstacles},
 * FORFEITS_CHANGED {forfeits, levelName}, STEP_UP_NEEDED, and STATE_CHANGED when it was asked for before.
 */
export async function requestClosing(
  context: Context,
  db: Db,
  wanted: ClosingWanted,
): Promise<Closing> {
  const { memberId, key, forfeits } = wanted;
  const intent = { memberId, route: "closing.request", key, body: { forfeits } };
  await once(context, db, intent, async (tx) => {
    await request(context, tx, wanted);
    return {};
  });
  return closingOf(context, db, memberId);
}

/** Withdraws the open request in the caller's transaction. Refuses STATE_CHANGED when none is open. */
export async function withdrawRequest(context: Context, tx: Tx, memberId: string): Promise<void> {
  await holdMember(tx, memberId);
  const open = await holdOpen(tx, memberId);
  const now = context.clock.sql();
  const isEnded =
    open && (await endRequest(tx, { memberId, id: open.id, state: "WITHDRAWN", now }));
  const back = { from: "CANCELLING", to: "ACTIVE" } as const;
  if (!isEnded || !(await moveCancelling(tx, memberId, back))) throw new Refusal("STATE_CHANGED");
  await writeEvent(context, tx, {
    memberId,
    entity: "closing",
    entityId: open.id,
    name: "withdrawn",
    ...back,
    actor: { kind: "member", id: memberId },
  });
  const data = { at: context.clock.now().getTime() };
  await tell(context, tx, { memberId, kind: "account.closing_withdrawn", ref: open.id, data });
}

/** As `withdrawRequest`, once for each key. */
export async function withdrawClosing(
  context: Context,
  db: Db,
  { memberId, key }: { readonly memberId: string; readonly key: string },
): Promise<Closing> {
  const intent = { memberId, route: "closing.withdraw", key, body: {} };
  await once(context, db, intent, async (tx) => {
    await withdrawRequest(context, tx, memberId);
    return {};
  });
  return closingOf(context, db, memberId);
}
