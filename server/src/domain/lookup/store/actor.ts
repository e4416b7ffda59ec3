/** The member whom a stored actor names, so that a join finds the row by its key. */
import { type SQL, sql } from "drizzle-orm";

/**
 * Returns the SQL of the member id in a text such as `e.actor_id`; null when the text is no id, as
 * the name of a channel. A prefix `operator:` is removed. A comparison with `member_id::text` would
 * read every member.
 */
export const actorMemberSql = (actor: string): SQL => {
  const id = `replace(${actor}, 'operator:', '')`;
  return sql.raw(
    `(CASE WHEN ${id} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN ${id}::uuid END)`,
  );
};
