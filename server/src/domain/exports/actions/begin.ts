/** Begins an export: checks the right and the filter, counts it, and queues the job. */
import type { ExportKindName } from "@yunjing/contract/export-kinds";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { MemberCaller } from "../../../platform/http/call.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { randomBelow } from "../../../platform/random.ts";
import { incrementCounter } from "../../../platform/rate-limit.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { shanghaiDay, SHANGHAI_MS } from "../../../platform/shanghai.ts";
import { onceForMember } from "../../members/actions.ts";
import { kinds } from "../kinds.ts";
import type { KindDeps } from "../kinds/define.ts";
import { DAILY_MAX, FILE_MS, type Filter, RUNNING_MAX } from "../model.ts";
import { countOpen, insertExport } from "../store/exports.ts";
import { filterTextOf } from "./filter-text.ts";

export const WRITE_TOPIC = "export.write";

export type WantedExport = {
  readonly kind: ExportKindName;
  readonly filter: Filter;
  readonly reason: string;
};

/** Refuses NO_PERMISSION without a permission of the list. */
export function requireList(kind: ExportKindName, { roles, permissions }: MemberCaller): void {
  const mayRead =
    roles.includes("admin") || kinds[kind].permissions.some((one) => permissions.includes(one));
  if (!mayRead) throw new Refusal("NO_PERMISSION");
}

/**
 * Returns the filter as it will be stored, after the list has read one row with it. Refuses what
 * the list refuses, and BAD_REQUEST.
 */
export async function acceptFilter(
  deps: KindDeps,
  { kind, filter }: Pick<WantedExport, "kind" | "filter">,
  { operatorId, isClear }: { readonly operatorId: string; readonly isClear: boolean },
): Promise<Filter> {
  const accepted = kinds[kind].accept(filter, deps.context.clock.now().getTime());
  const request = { filter: accepted, cursor: undefined, pageSize: 1, operatorId, isClear };
  await kinds[kind].read(deps, request);
  return accepted;
}

/** Queues the next run of the job in the caller's transaction. */
export const queueWriting = (
  context: Context,
  tx: Tx,
  { exportId, operatorId }: { readonly exportId: string; readonly operatorId: string },
): Promise<void> =>
  enqueueMessage(context, tx, {
    memberId: operatorId,
    // Each message stands alone: the number of kept parts decides which run continues.
    aggregateId: context.ids.next(),
    topic: WRITE_TOPIC,
    payload: { exportId },
  });

const NUMBERS = 1_000_000;
const TRIES = 5;

/** Inserts an export under a new number and queues it; the caller has checked everything. */
export async function insertAndQueue(
  context: Context,
  tx: Tx,
  wanted: WantedExport & { readonly operatorId: string; readonly approvedBy?: string },
): Promise<string> {
  const { operatorId, kind, filter, reason, approvedBy } = wanted;
  const nowMs = context.clock.now().getTime();
  const day = shanghaiDay(nowMs).replaceAll("-", "");
  for (let tries = 0; tries < TRIES; tries++) {
    const exportId = `EX${day}${String(randomBelow(context.random, NUMBERS)).padStart(6, "0")}`;
    const isInserted = await insertExport(tx, {
      exportId,
      operatorId,
      kind,
      filter,
      filterText: filterTextOf(filter),
      reason,
      approvedBy,
      filesUntil: new Date(nowMs + FILE_MS),
      now: context.clock.sql(),
    });
    if (!isInserted) continue;
    await queueWriting(context, tx, { exportId, operatorId });
    return exportId;
  }
  invariant(false, "a number of an export is free");
}

/**
 * Counts an export of this day. The counter's row stays locked until the caller's transaction ends,
 * so that two exports of one operator are counted one after the other. Refuses EXPORT_LIMIT.
 */
async function countAgainstLimits(context: Context, tx: Tx, operatorId: string): Promise<void> {
  const now = new Date(context.clock.now().getTime() + SHANGHAI_MS);
  const counter = { subject: `export:${operatorId}`, windowMs: FILE_MS, now };
  if ((await incrementCounter(tx, counter)) > DAILY_MAX) {
    throw new Refusal("EXPORT_LIMIT", { text: `今天已导出 ${DAILY_MAX} 次，请明天再试` });
  }
  if ((await countOpen(tx, operatorId)) >= RUNNING_MAX) {
    throw new Refusal("EXPORT_LIMIT", {
      text: `有 ${RUNNING_MAX} 个导出正在进行，请等其中一个完成`,
    });
  }
}

/**
 * Begins an export and returns its number; the same key begins it once. Refuses NO_PERMISSION,
 * BAD_REQUEST, EXPORT_LIMIT, and what the list refuses.
 */
export async function beginExport(
  context: Context,
  db: Db,
  deps: KindDeps,
  wanted: WantedExport & { readonly caller: MemberCaller; readonly key: string },
): Promise<string> {
  const { caller, key, kind, reason } = wanted;
  const { memberId: operatorId } = caller;
  requireList(kind, caller);
  const filter = await acceptFilter(deps, wanted, { operatorId, isClear: false });
  const body = { kind, filter: wanted.filter, reason };
  const intent = { memberId: operatorId, route: "operatorExports.create", key, body };
  return onceForMember(context, db, intent, async (tx) => {
    await countAgainstLimits(context, tx, operatorId);
    return insertAndQueue(context, tx, { kind, filter, reason, operatorId });
  });
}
