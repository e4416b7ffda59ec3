/**
 * The manual queue: orders that no supplier has decided. One operator at a time claims an order and
 * records its outcome with evidence.
 */
import type { UndecidedOrder } from "@yunjing/contract/schemas/operators/desk";
import type { Context } from "../../../../platform/context.ts";
import { cursorOf, readCursor } from "../../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../../platform/entity-history.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import {
  type OperatorProof,
  recordHandover,
  refuseOwnAccount,
  requireProof,
} from "../../../approvals/actions.ts";
import { memberLabels } from "../../../members/actions.ts";
import {
  type ManualDecision,
  deliveryMismatch,
  orderRefOf,
  type SupplierOrderRow,
} from "../../model.ts";
import type { Delivered, SupplierAnswer } from "../../port.ts";
import {
  claimSupplierOrder,
  findManualOrderRows,
  type ManualOrderFilter,
  reassignClaim,
  enqueueCancel,
} from "../../store/manual-queue.ts";
import {
  findSupplierOrder,
  lockSupplierOrder,
  findKeyByOutNo,
} from "../../store/supplier-orders.ts";
import { applyStatusUpdate, type FulfilmentDeps } from "../apply-status-update.ts";

const QUEUE_MAX = 200;

export type ManualOrderQuery = Omit<ManualOrderFilter, "slaMs" | "after" | "limit"> & {
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
};

/**
 * Returns a page of the manual queue, earliest due first; without a page size at most two hundred.
 * Instants in ms. Refuses BAD_REQUEST for a bad cursor.
 */
export async function listManualOrders(
  context: Context,
  db: Db,
  { cursor, pageSize = QUEUE_MAX, ...filter }: ManualOrderQuery,
): Promise<{ readonly list: UndecidedOrder[]; readonly nextCursor?: string }> {
  const now = context.clock.now().getTime();
  const slaMs = context.settings.deskSlaMs;
  const page = { ...filter, slaMs, after: readCursor(cursor), limit: pageSize + 1 };
  const found = await findManualOrderRows(db, page, context.clock.sql());
  const rows = found.slice(0, pageSize);
  const labels = await memberLabels(
    db,
    rows.flatMap(({ ownerId, claimedBy }) => [ownerId, claimedBy ?? []].flat()),
  );
  const list = rows.map((row) => {
    const { id: _id, micros: _micros, ownerId, claimedBy, claimedUntil, ...order } = row;
    const isClaimed = claimedBy !== null && (claimedUntil ?? 0) > now;
    const dueAt = row.since + slaMs;
    const owner = labels.get(ownerId);
    const name = labels.get(claimedBy ?? "")?.nickname ?? "";
    return {
      ...order,
      ...(owner && {
        member: { memberNo: owner.memberNo, nickname: owner.nickname, phone: owner.phone },
      }),
      dueAt,
      isLate: dueAt <= now,
      ...(isClaimed && {
        claimedBy,
        claimed: { id: claimedBy, name },
        claimedUntil: claimedUntil ?? 0,
      }),
    };
  });
  const last = rows.at(-1);
  return { list, ...(found.length > pageSize && last ? { nextCursor: cursorOf(last) } : {}) };
}

const isHolder = ({ claimedBy, claimedUntil }: SupplierOrderRow, operatorId: string, now: number) =>
  claimedBy === operatorId && (claimedUntil ?? 0) > now;

const operatorEventOf = (
  placed: SupplierOrderRow,
  name: string,
  operatorId: string,
  reason: string,
) => ({
  memberId: placed.ownerId,
  entity: "supplier_order",
  entityId: placed.id,
  name,
  actor: { kind: "operator" as const, id: operatorId },
  ...(reason === "" ? {} : { reason }),
  data: { orderId: placed.orderId, outNo: placed.outNo },
});

/** Returns an order that is in the manual queue. Refuses NOT_FOUND and STATE_CHANGED. */
async function findManualOrder(reader: Db | Tx, outNo: string): Promise<SupplierOrderRow> {
  const key = await findKeyByOutNo(reader, outNo);
  const placed = key && (await findSupplierOrder(reader, key));
  if (!placed) throw new Refusal("NOT_FOUND");
  const isEnded = placed.state === "SUCCESS" || placed.state === "FAILED";
  if (!placed.isManual || isEnded) throw new Refusal("STATE_CHANGED");
  return placed;
}

/** Returns whose order it is, and the state of the supplier order, as the audit records it. */
export async function supplierOrderState(
  db: Db,
  outNo: string,
): Promise<
  | {
      readonly ownerId: string;
      readonly orderId: string;
      readonly state: Pick<SupplierOrderRow, "state" | "isManual" | "claimedBy">;
    }
  | undefined
> {
  const key = await findKeyByOutNo(db, outNo);
  const placed = key && (await findSupplierOrder(db, key));
  if (!placed) return undefined;
  const { ownerId, orderId, state, isManual, claimedBy } = placed;
  return { ownerId, orderId, state: { state, isManual, claimedBy } };
}

type OperatorAction = { readonly outNo: string; readonly operatorId: string };

/**
 * Claims an order for an operator under a lease, or renews the operator's claim; returns its end in
 * ms. Refuses NOT_FOUND, STATE_CHANGED when it is not in the manual queue, DESK_TAKEN while another
 * operator has it, OWN_ACCOUNT for the operator's own order.
 */
export const claimManualOrder = (
  context: Context,
  db: Db,
  { outNo, operatorId }: OperatorAction,
): Promise<number> =>
  transaction(db, async (tx) => {
    const placed = await findManualOrder(tx, outNo);
    refuseOwnAccount(operatorId, placed.ownerId);
    const leaseMs = context.settings.deskClaimMs;
    const until = await claimSupplierOrder(tx, placed, {
      operatorId,
      leaseMs,
      now: context.clock.sql(),
    });
    if (until === undefined) throw new Refusal("DESK_TAKEN");
    if (placed.claimedBy !== operatorId)
      await writeHistoryEntry(context, tx, operatorEventOf(placed, "desk_claimed", operatorId, ""));
    return until;
  });

/**
 * Locks the order until the transaction ends and checks that the operator has claimed it. Refuses
 * as `claimManualOrder` does, and DESK_CLAIM_NEEDED.
 */
async function lockClaimedOrder(
  context: Context,
  tx: Tx,
  { outNo, operatorId }: OperatorAction,
): Promise<SupplierOrderRow> {
  const placed = await lockSupplierOrder(tx, await findManualOrder(tx, outNo));
  if (!placed?.isManual) throw new Refusal("STATE_CHANGED");
  if (!isHolder(placed, operatorId, context.clock.now().getTime()))
    throw new Refusal("DESK_CLAIM_NEEDED");
  return placed;
}

/**
 * Transfers the operator's claim to another operator, or releases it when `toId` is absent. Refuses
 * as `deliverManually` does, and OWN_ACCOUNT when the other operator placed the order.
 */
export const transferClaim = (
  context: Context,
  db: Db,
  act: OperatorAction & { readonly toId: string | undefined; readonly reason: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    const placed = await lockClaimedOrder(context, tx, act);
    if (act.toId !== undefined) refuseOwnAccount(act.toId, placed.ownerId);
    const leaseMs = context.settings.deskClaimMs;
    await reassignClaim(tx, placed, { toId: act.toId, leaseMs, now: context.clock.sql() });
    await recordHandover(context, tx, {
      object: `desk.${act.outNo}`,
      toId: act.toId,
      by: act.operatorId,
      reason: act.reason,
    });
    const note = operatorEventOf(placed, "desk_handed_over", act.operatorId, act.reason);
    await writeHistoryEntry(context, tx, {
      ...note,
      data: { ...note.data, toId: act.toId ?? null },
    });
  });

/** Refuses STEP_UP_NEEDED when the outcome settles more than an old proof allows. */
async function requireProofOfOutcome(
  context: Context,
  tx: Tx,
  { listener }: FulfilmentDeps,
  { placed, ...proof }: OperatorProof & { readonly placed: SupplierOrderRow },
): Promise<void> {
  const paidFen = await listener.amountOf(tx, orderRefOf(placed));
  requireProof(context, proof, Math.max(paidFen, placed.costFen));
}

/**
 * Applies an operator's outcome and cancels the order at the supplier, which may still be working
 * on it. What the member gave or what the supplier costs, the larger, counts for the proof.
 */
async function applyManualOutcome(
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  {
    outNo,
    answer,
    manualDecision: { isProven, ...manualDecision },
  }: { outNo: string; answer: SupplierAnswer; manualDecision: ManualDecision & OperatorProof },
): Promise<void> {
  await transaction(db, async (tx) => {
    const placed = await lockClaimedOrder(context, tx, {
      outNo,
      operatorId: manualDecision.operatorId,
    });
    await requireProofOfOutcome(context, tx, deps, { placed, isProven });
    if (answer.state === "issued" && deliveryMismatch(placed, answer.codes) !== undefined)
      throw new Refusal("INPUT_INVALID", { field: "codes" });
    const applied = await applyStatusUpdate(context, tx, deps, {
      outNo,
      answer,
      source: "desk",
      manualDecision,
    });
    if (applied !== "moved") throw new Refusal("STATE_CHANGED");
    const messageId = context.ids.next();
    await enqueueCancel(tx, placed, { messageId, now: context.clock.sql() });
  });
}

/**
 * Records a manual delivery: the supplier delivered and confirmed it by another channel, or with
 * `isHandMade` we provided the codes. The member gets the codes. Refuses NOT_FOUND, STATE_CHANGED
 * when it is not in the manual queue or was decided meanwhile, DESK_CLAIM_NEEDED when the operator
 * has no claim on it, INPUT_INVALID when the codes do not match the request, STEP_UP_NEEDED.
 */
export const deliverManually = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  {
    outNo,
    codes,
    ...manualDecision
  }: ManualDecision & OperatorProof & { outNo: string; codes: readonly Delivered[] },
): Promise<void> => {
  const supplierNo = `desk:${manualDecision.operatorId}`;
  const answer: SupplierAnswer = { state: "issued", supplierNo, codes: [...codes] };
  return applyManualOutcome(context, db, deps, { outNo, answer, manualDecision });
};

/**
 * Records that the order will never be delivered: the next route is tried, or the payment is
 * refunded. Refuses as `deliverManually` does.
 */
export const failManually = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
  {
    outNo,
    ...manualDecision
  }: Omit<ManualDecision, "isHandMade"> & OperatorProof & { outNo: string },
): Promise<void> => {
  const answer = { state: "failed", reason: manualDecision.reason } as const;
  return applyManualOutcome(context, db, deps, {
    outNo,
    answer,
    manualDecision: { ...manualDecision, isHandMade: false },
  });
};
