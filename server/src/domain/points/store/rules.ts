/** Every SQL statement about the earning rules, the days signed in and the tasks done. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { pointsCompleteTask, pointsSignIn } from "../../../sql/points.ts";
import { rethrowLedgerError } from "../../ledger/actions.ts";
import type { Rule, RuleId, TaskId } from "../model.ts";
import { SIGN_IN_TITLE } from "../texts.ts";

type RuleRow = {
  ruleId: RuleId;
  version: number;
  isOn: boolean;
  points: number[];
  unitFen: number | null;
  perOrder: number | null;
  perDay: number | null;
  perLife: number | null;
  startsAt: number;
};

const columns =
  sql.raw(`rule_id AS "ruleId", version, is_on AS "isOn", points, unit_fen AS "unitFen",
  per_order AS "perOrder", per_day AS "perDay", per_life AS "perLife", ${epochMsSql("starts_at")} AS "startsAt"`);

const ruleOf = ({ unitFen, perOrder, perDay, perLife, ...row }: RuleRow): Rule => ({
  ...row,
  ...(unitFen === null ? {} : { unitFen }),
  ...(perOrder === null ? {} : { perOrder }),
  ...(perDay === null ? {} : { perDay }),
  ...(perLife === null ? {} : { perLife }),
});

/** The rules in force at `now`, by id. */
export async function rulesAt(db: Db | Tx, now: Now): Promise<ReadonlyMap<RuleId, Rule>> {
  const { rows } = await db.execute<RuleRow>(sql`
    SELECT DISTINCT ON (rule_id) ${columns} FROM points_rule
    WHERE starts_at <= ${sqlNow(now)} ORDER BY rule_id, version DESC`);
  return new Map(rows.map((row) => [row.ruleId, ruleOf(row)]));
}

export type RuleVersion = Rule & {
  readonly madeBy: string;
  readonly reason: string;
  readonly madeAt: number;
};

/** Every version of every rule, the newest of each first. */
export async function ruleVersions(db: Db | Tx): Promise<RuleVersion[]> {
  const { rows } = await db.execute<
    RuleRow & { madeBy: string; reason: string; madeAt: number }
  >(sql`
    SELECT ${columns}, made_by AS "madeBy", reason, ${sql.raw(epochMsSql("made_at"))} AS "madeAt"
    FROM points_rule ORDER BY rule_id, version DESC`);
  return rows.map(({ madeBy, reason, madeAt, ...row }) => {
    return { ...ruleOf(row), madeBy, reason, madeAt };
  });
}

/** Adds a version after the one it is based on; returns false when there is a newer one. */
export async function addRule(
  db: Db | Tx,
  rule: Omit<Rule, "startsAt"> & {
    readonly startsAt: Date | undefined;
    readonly madeBy: string;
    readonly reason: string;
    readonly now: Now;
  },
): Promise<boolean> {
  const { ruleId, version, isOn, points, unitFen, perOrder, perDay, perLife } = rule;
  const { rowCount } = await db.execute(sql`
    INSERT INTO points_rule (rule_id, version, is_on, points, unit_fen, per_order, per_day, per_life, starts_at, made_by,
                             reason, made_at)
    SELECT ${ruleId}, ${version}, ${isOn}, ${sql.param([...points])}::integer[], ${unitFen ?? null}::integer,
           ${perOrder ?? null}::integer, ${perDay ?? null}::integer, ${perLife ?? null}::integer,
           coalesce(${rule.startsAt ?? null}::timestamptz, ${sqlNow(rule.now)}), ${rule.madeBy}, ${rule.reason},
           ${sqlNow(rule.now)}
    WHERE ${version - 1} = (SELECT max(version) FROM points_rule WHERE rule_id = ${ruleId})
    ON CONFLICT (rule_id, version) DO NOTHING`);
  return rowCount === 1;
}

/** Returns the last days signed in, the newest first. */
export async function signedDays(
  db: Db | Tx,
  memberId: string,
  days: number,
): Promise<{ day: string; streak: number; points: number }[]> {
  const { rows } = await db.execute<{ day: string; streak: number; points: number }>(sql`
    SELECT day::text AS day, streak, points FROM points_sign
    WHERE member_id = ${memberId} ORDER BY day DESC LIMIT ${days}`);
  return rows;
}

/** Calls points_sign_in. */
export async function callSignIn(
  tx: Tx,
  sign: {
    readonly memberId: string;
    readonly lotId: string;
    readonly txnId: string;
    readonly expiresAt: Date;
    readonly now: Now;
  },
): Promise<{ points: number; streak: number; isNew: boolean }> {
  return await pointsSignIn(tx, {
    member: sign.memberId,
    lot: sign.lotId,
    txn: sign.txnId,
    expires: sign.expiresAt,
    title: SIGN_IN_TITLE,
    now: sign.now,
  }).catch(rethrowLedgerError);
}

/** Calls points_complete_task; returns whether it gave points. */
export async function callTaskDone(
  tx: Db | Tx,
  done: {
    readonly memberId: string;
    readonly lotId: string;
    readonly txnId: string;
    readonly task: TaskId;
    readonly title: string;
    readonly expiresAt: Date;
    readonly now: Now;
  },
): Promise<boolean> {
  return await pointsCompleteTask(tx, {
    member: done.memberId,
    lot: done.lotId,
    txn: done.txnId,
    task: done.task,
    title: done.title,
    expires: done.expiresAt,
    now: done.now,
  }).catch(rethrowLedgerError);
}

/** Returns the tasks whose points a member has, or has pending. */
export async function tasksDone(db: Db | Tx, memberId: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ task: string }>(sql`
    SELECT split_part(source_ref, ':', 1) AS task FROM points_lot
    WHERE member_id = ${memberId} AND source_kind = 'points_task' AND clawed < amount`);
  return new Set(rows.map(({ task }) => task));
}
