/** SQL statements on prepared answers. */
import type { TicketAnswer } from "@yunjing/contract/schemas/operators/tickets";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

const columns = sql`
  answer_id AS "answerId", title, text, is_on AS "isOn", version,
  ${sql.raw(epochMsSql("changed_at"))} AS "changedAt"`;

export async function listAnswers(db: Db): Promise<TicketAnswer[]> {
  const { rows } = await db.execute<TicketAnswer>(
    sql`SELECT ${columns} FROM ticket_answer ORDER BY is_on DESC, title`,
  );
  return rows;
}

export type AnswerChange = Pick<TicketAnswer, "answerId" | "title" | "text" | "isOn"> & {
  readonly sinceVersion: number;
  readonly operatorId: string;
};

/** Inserts (version 0) or changes an answer. Returns `undefined` when its version is another. */
export async function putAnswer(
  db: Db,
  change: AnswerChange,
  now: Now,
): Promise<TicketAnswer | undefined> {
  const { answerId, title, text, isOn, sinceVersion, operatorId } = change;
  const { rows } = await db.execute<TicketAnswer>(
    sinceVersion === 0
      ? sql`
        WITH kept AS (INSERT INTO ticket_answer (answer_id, title, text, is_on, changed_by, changed_at)
        VALUES (${answerId}, ${title}, ${text}, ${isOn}, ${operatorId}, ${sqlNow(now)})
        ON CONFLICT (answer_id) DO NOTHING RETURNING *)
        SELECT ${columns} FROM kept`
      : sql`
        WITH kept AS (UPDATE ticket_answer SET title = ${title}, text = ${text}, is_on = ${isOn}, version = version + 1,
               changed_by = ${operatorId}, changed_at = ${sqlNow(now)}
        WHERE answer_id = ${answerId} AND version = ${sinceVersion} RETURNING *)
        SELECT ${columns} FROM kept`,
  );
  return rows[0];
}
