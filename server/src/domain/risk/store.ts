/** SQL statements that judge acts, and that read rules and lists into the memory of a process. */
import { sql } from "drizzle-orm";
import { raisedRefusal } from "../../platform/database/failure.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../platform/database/sql.ts";
import type { ArgumentsOf, ResultOf } from "../../platform/database/sql-function.ts";
import { riskJudge, riskJudgeOrRefuse, riskRecord } from "../../sql/risk.ts";
import type { Entry, StoredRule } from "./model.ts";

/** The NOTIFY channel: a rule or a list has changed. */
export const RISK_CHANNEL = "yunjing_risk";

/** The most entries in force; every process keeps them in memory. */
export const ENTRIES_MAX = 5_000;

/** Tells every process, with the commit, to read rules and lists. */
export async function notifyRisk(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${RISK_CHANNEL}, '')`);
}

type JudgeArguments = ArgumentsOf<typeof riskJudge>;
export type Judgement = {
  readonly member: string | null;
  readonly at: JudgeArguments["at"];
};
export type CountedRule = JudgeArguments["rules"][number];
export type Hit = ResultOf<typeof riskJudge>[number];

export const callJudge = (
  db: Db | Tx,
  judgement: Judgement,
  given: { readonly rules: readonly CountedRule[]; readonly listed: readonly Hit[]; now: Now },
): Promise<readonly Hit[]> => riskJudge(db, { ...judgement, ...given });

/** Returns the call of `risk_judge_or_refuse` as a part of another statement. */
export const judgingCall = (
  judgement: Judgement,
  given: { readonly rules: readonly CountedRule[]; readonly listed: readonly Hit[]; now: Now },
) => ({
  textFrom: riskJudgeOrRefuse.textFrom,
  values: riskJudgeOrRefuse.values({ ...judgement, ...given }),
});

/** Returns the hits that `risk_judge_or_refuse` refused with, or `undefined` for another error. */
export function refusingHits(error: unknown): readonly Hit[] | undefined {
  const raised = raisedRefusal(error);
  if (raised?.code !== "RISK_REFUSED") return undefined;
  // The hits are those that the function returned.
  return raised.data?.["hits"] as readonly Hit[] | undefined;
}

export async function callRecord(
  db: Db | Tx,
  judgement: Judgement,
  { hits, now }: { readonly hits: readonly Hit[]; readonly now: Now },
): Promise<void> {
  await riskRecord(db, { ...judgement, hits, now });
}

/** Returns the rules that were ever changed. */
export async function readRules(db: Db | Tx): Promise<StoredRule[]> {
  const { rows } = await db.execute<StoredRule>(
    sql`SELECT code, mode, verdict, figures, version FROM risk_rule`,
  );
  return rows;
}

/** Returns the entries in force by subject; that of a phone also stands for the member who has it. */
export async function readEntries(db: Db, now: Now): Promise<ReadonlyMap<string, Entry>> {
  type Row = Omit<Entry, "endsAt"> & {
    readonly subject: string;
    readonly endsAt: number | null;
    readonly memberId: string | null;
  };
  const { rows } = await db.execute<Row>(sql`
    SELECT e.subject, e.kind, e.label, ${sql.raw(epochMsSql("e.ends_at"))}::float8 AS "endsAt",
           c.member_id AS "memberId"
    FROM risk_entry e
    LEFT JOIN phone_claim c
      ON c.phone_hash = CASE WHEN e.subject LIKE 'phone:%' THEN decode(substr(e.subject, 7), 'hex') END
    WHERE e.ended_at IS NULL AND (e.ends_at IS NULL OR e.ends_at > ${sqlNow(now)}) ORDER BY e.created_at DESC LIMIT ${ENTRIES_MAX}`);
  const shown = rows.map(({ subject, kind, label, endsAt, memberId }) => ({
    subject,
    memberId,
    entry: { kind, label, endsAt: endsAt ?? undefined },
  }));
  const entries = new Map<string, Entry>();
  for (const { memberId, entry } of shown)
    if (memberId !== null) entries.set(`member:${memberId}`, entry);
  // An entry of the member itself decides before that of the phone.
  for (const { subject, entry } of shown) entries.set(subject, entry);
  return entries;
}
