/** Rows of the growth benchmark that belong to no order: tickets, a bulk send, an export, a file, a setting's version. */
import type { Client } from "pg";

const id = (of: string) =>
  `overlay(overlay(md5('${of}' || k) PLACING '7' FROM 13) PLACING '8' FROM 17)::uuid`;
const operator = "(SELECT member_id FROM operator ORDER BY 1 LIMIT 1)";
const at = "now() - k * interval '1 minute'";
/** The newest members, those of the demo first, with a number. */
const members =
  "(SELECT member_id, row_number() OVER () AS k FROM (SELECT member_id FROM member ORDER BY created_at DESC, member_id LIMIT $1) m) m";

/** One ticket in fifty orders, of which one in fifty waits; and one of each of the others. */
const STATEMENTS: readonly string[] = [
  `INSERT INTO ticket (member_id, id, state, topic, sms_wanted, entries, opened_at, updated_at, due_at, closed_at, closed_by)
   SELECT member_id, ${id("ticket")}, CASE k % 50 WHEN 1 THEN 'open' ELSE 'closed' END, 'other', false, 2, ${at}, ${at},
          CASE k % 50 WHEN 1 THEN now() + interval '1 day' END, CASE k % 50 WHEN 1 THEN NULL ELSE ${at} END,
          CASE k % 50 WHEN 1 THEN NULL ELSE 'operator' END
   FROM ${members} ON CONFLICT DO NOTHING`,
  `INSERT INTO ticket_entry (member_id, ticket_id, seq, author, author_id, text, at)
   SELECT member_id, ${id("ticket")}, seq, 'member', member_id, 'bench', ${at}
   FROM ${members}, generate_series(1, 2) seq ON CONFLICT DO NOTHING`,
  `INSERT INTO bulk_send (send_id, kind, state, title, body, ref, audience, members, start_at, reason, maker_id, created_at,
                          ended_at)
   SELECT ${id("send")}, 'message', 'done', 'bench', 'bench', 'bench', 'bench', $1, now(), 'bench', ${operator}, now(), now()
   FROM (SELECT 1 AS k) one ON CONFLICT DO NOTHING`,
  `INSERT INTO bulk_send_member (member_id, send_id, outcome, at)
   SELECT member_id, s.send_id, 'given', now() FROM ${members}, (SELECT ${id("send")} AS send_id FROM (SELECT 1 AS k) one) s
   ON CONFLICT DO NOTHING`,
  `INSERT INTO export (export_id, operator_id, kind, filter, filter_text, reason, created_at, ended_at, outcome, files_until)
   SELECT 'EX' || lpad(k::text, 14, '0'), ${operator}, 'orders', '{}', 'bench', 'bench', ${at}, ${at}, 'done', now()
   FROM generate_series(1, least($1, 100)) k ON CONFLICT DO NOTHING`,
  `INSERT INTO file (file_id, owner_id, path, state, store_key, type, bytes, sha256, purpose, created_at)
   SELECT ${id("file")}, member_id, 'ticket/' || ${id("file")} || '/bench.png', 'adopted', 'bench', 'image/png', 1,
          sha256(k::text::bytea), 'ticket', ${at}
   FROM ${members} ON CONFLICT DO NOTHING`,
  `INSERT INTO setting_version (name, version, value, reason, operator_id, changed_at)
   SELECT 'withdrawalDayFen', k, 'null', 'bench', ${operator}, ${at} FROM generate_series(1, least($1, 5)) k
   ON CONFLICT DO NOTHING`,
];

/** Adds the rows; again it adds nothing. */
export async function addShopRows(client: Client, orders: number): Promise<void> {
  for (const statement of STATEMENTS)
    await client.query(statement.replaceAll("$1", `${Math.ceil(orders / 50)}::int`));
}
