/**
 * Multiplies a member with everything that lists show: each copy has other ids and numbers and
 * earlier instants. The statements follow the catalogue of the database, so that a new column needs
 * no change here.
 */
import { maskPhone } from "@yunjing/server/domain/members/model";
import type { Client } from "pg";

const TABLES = [
  "member",
  "orders",
  "order_item",
  "order_no_claim",
  "supplier_order",
  "payment_attempt",
  "withdrawal",
] as const;
const SECONDS_APART = 30;
const COPIES_AT_ONCE = 5_000;

type Column = { readonly name: string; readonly type: string; readonly isUnique: boolean };

/** The columns of a table; `isUnique` when a unique index without an id contains the column. */
async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, EXISTS (
       SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique AND a.attnum = ANY(i.indkey)
         AND NOT EXISTS (SELECT FROM pg_attribute u WHERE u.attrelid = i.indrelid AND u.attnum = ANY(i.indkey)
           AND u.atttypid = 'uuid'::regtype)) AS "isUnique"
     FROM pg_attribute a
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     ORDER BY a.attnum`,
    [table],
  );
  return rows;
}

/** Returns the SQL of a column's value in copy `k`. The same value becomes the same in every table. */
function valueIn({ name, type, isUnique }: Column): string {
  const column = `t.${name}`;
  if (type === "uuid") return `md5(${column} || ':' || k)::uuid`;
  if (type.startsWith("timestamp")) return `${column} - k * interval '${SECONDS_APART} seconds'`;
  if (type === "bytea" && isUnique) return `sha256(${column} || k::text::bytea)`;
  const isNumber = isUnique || name.endsWith("_no");
  if (type !== "text" || !isNumber) return column;
  return `CASE WHEN ${column} IS NULL THEN NULL
    WHEN ${column} !~ '^[0-9]+$' THEN left(md5(${column} || k), greatest(length(${column}), 12))
    WHEN length(${column}) < 12 THEN '2' || lpad(k::text, length(${column}) - 1, '0')
    ELSE left(translate(md5(${column} || k) || md5(k || ${column}), 'abcdef', '012345'), length(${column})) END`;
}

/**
 * Copies the member of the demo with this phone until there are about `orders` orders more; returns
 * how many were made. The client is a superuser.
 */
export async function cloneMember(client: Client, phone: string, orders: number): Promise<number> {
  await client.query("SET session_replication_role = replica");
  const mask = maskPhone(phone);
  const { rows } = await client.query<{ id: string; orders: number }>(
    `SELECT m.member_id AS id, (SELECT count(*)::int FROM orders o WHERE o.member_id = m.member_id) AS orders
     FROM member m WHERE phone_mask = $1`,
    [mask],
  );
  const [source] = rows;
  if (!source) throw new Error(`the demo has no member with the phone ${mask}`);
  const statements = [];
  for (const table of TABLES) {
    const columns = await columnsOf(client, table);
    const names = columns.map(({ name }) => name).join(", ");
    const owned = columns.some(({ name }) => name === "member_id")
      ? "t.member_id = $1"
      : "t.owner_id = $1";
    statements.push(
      `INSERT INTO ${table} (${names}) SELECT ${columns.map(valueIn).join(", ")}
       FROM ${table} t, generate_series($2::int, $3::int) k WHERE ${owned}`,
    );
  }
  const copies = Math.ceil(orders / source.orders);
  for (let from = 1; from <= copies; from += COPIES_AT_ONCE) {
    const to = Math.min(copies, from + COPIES_AT_ONCE - 1);
    for (const statement of statements) await client.query(statement, [source.id, from, to]);
  }
  return copies * source.orders;
}
