/** Segments: rules under a name, and the members they apply to now. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { SegmentRules } from "@yunjing/contract/schemas/operators/audiences";
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import { databaseError } from "../../../platform/database/failure.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { NamesOf } from "../../../platform/person-names.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { onceForMember } from "../../members/actions.ts";
import { AUDIENCE_MAX } from "../model.ts";
import {
  countMembers,
  deleteSegmentRow,
  findSegment,
  insertSegment,
  listSegments,
  type StoredSegment,
  updateSegment,
} from "../store/segments.ts";

type Shown = Output<"operatorAudiences", "changeSegment">;
type Written = Input<"operatorAudiences", "createSegment">;
export type Named = { readonly namesOf: NamesOf };

const SAMPLE = 10;
/** What the rules of a segment may take of the database; a rule beyond it is refused. */
const LIMIT_MS = 5_000;
/** PostgreSQL's code for a statement that took longer than its limit. */
const TIMED_OUT = "57014";

type Bounds = readonly [string, number | undefined, number | undefined];

/** Refuses INPUT_INVALID {field, text} for rules that no member can meet, or that are none. */
function refuseBadRules(rules: SegmentRules): void {
  if (Object.keys(rules).length === 0)
    throw new Refusal("INPUT_INVALID", { field: "rules", text: "请至少选一个条件" });
  const { orders } = rules;
  const reversed: readonly Bounds[] = [
    ["rules.orders.countMax", orders?.countMin, orders?.countMax],
    ["rules.orders.amountMaxFen", orders?.amountMinFen, orders?.amountMaxFen],
    ["rules.registeredUntil", rules.registeredFrom, rules.registeredUntil],
  ];
  for (const [field, from, until] of reversed)
    if (from !== undefined && until !== undefined && from > until)
      throw new Refusal("INPUT_INVALID", { field, text: "不能小于前一个，请重填" });
}

/**
 * Runs a statement over members within the limit. Refuses INPUT_INVALID {field, text} when it takes
 * longer.
 */
export const withinLimit = <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  tx
    .execute(sql`SELECT set_config('statement_timeout', ${`${LIMIT_MS}ms`}, true)`)
    .then(() => work(tx))
    .catch((error: unknown) => {
      if (databaseError(error)?.code !== TIMED_OUT) throw error;
      throw new Refusal("INPUT_INVALID", {
        field: "rules",
        text: "条件太宽，5 秒内没有查完，请再加一个条件",
      });
    });

async function shown(
  db: Db,
  { namesOf }: Named,
  segments: readonly StoredSegment[],
): Promise<Shown[]> {
  const nameOf = await namesOf(
    db,
    segments.map(({ makerId }) => makerId),
  );
  return segments.map(({ makerId, ...segment }) => ({
    ...segment,
    maker: { id: makerId, name: nameOf(makerId) },
  }));
}

export const segmentList = async (db: Db, named: Named): Promise<{ list: Shown[] }> => ({
  list: await shown(db, named, await listSegments(db)),
});

/** Returns one segment. Refuses NOT_FOUND. */
async function segmentDetail(db: Db, named: Named, segmentId: string): Promise<Shown> {
  const found = await findSegment(db, segmentId);
  const [segment] = found ? await shown(db, named, [found]) : [];
  if (!segment) throw new Refusal("NOT_FOUND");
  return segment;
}

/** Keeps rules under a name; the same key keeps them once. Refuses INPUT_INVALID {field, text}. */
export async function createSegment(
  context: Context,
  db: Db,
  named: Named,
  { name, rules, makerId, key }: Written & { readonly makerId: string; readonly key: string },
): Promise<Shown> {
  refuseBadRules(rules);
  const intent = {
    memberId: makerId,
    route: "operatorAudiences.createSegment",
    key,
    body: { name, rules },
  };
  const segmentId = await onceForMember(context, db, intent, async (tx) => {
    const id = context.ids.next();
    await insertSegment(tx, { segmentId: id, name, rules, makerId }, context.clock.sql());
    return id;
  });
  return segmentDetail(db, named, segmentId);
}

/** Refuses NOT_FOUND, INPUT_INVALID {field, text}, and STATE_CHANGED for an older version. */
export async function changeSegment(
  context: Context,
  db: Db,
  named: Named,
  wanted: Input<"operatorAudiences", "changeSegment">,
): Promise<Shown> {
  refuseBadRules(wanted.rules);
  const { segmentId } = wanted;
  if (!(await findSegment(db, segmentId))) throw new Refusal("NOT_FOUND");
  if (!(await updateSegment(db, wanted, context.clock.sql())))
    throw new Refusal("STATE_CHANGED", { text: "人群已在别的页面改过，请刷新后再改" });
  return segmentDetail(db, named, segmentId);
}

/** Refuses NOT_FOUND. */
export async function deleteSegment(context: Context, db: Db, segmentId: string): Promise<void> {
  if (!(await deleteSegmentRow(db, segmentId, context.clock.sql()))) throw new Refusal("NOT_FOUND");
}

/**
 * Counts the members that rules apply to, exactly up to 100,000, with ten of them. Refuses
 * INPUT_INVALID {field, text}, also when it takes longer than five seconds.
 */
export async function countSegment(
  context: Context,
  db: Db,
  rules: SegmentRules,
): Promise<Output<"operatorAudiences", "countSegment">> {
  refuseBadRules(rules);
  const limits = { limit: AUDIENCE_MAX + 1, sampleSize: SAMPLE, now: context.clock.sql() };
  const { count, sample } = await transaction(db, (tx) =>
    withinLimit(tx, () => countMembers(tx, rules, limits)),
  );
  return { count: Math.min(count, AUDIENCE_MAX), isMore: count > AUDIENCE_MAX, sample };
}
