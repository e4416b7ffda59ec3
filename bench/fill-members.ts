/**
 * Fills a database by SQL: copies members of the demo with all their rows into new members, makes
 * one heavy member, and adds codes. The statements follow the catalogue of the database, so
 * that a new table or column needs no change here.
 *
 * The client is a superuser in the replica role: triggers and foreign keys do not run, CHECK and
 * UNIQUE constraints do. Each copy is one member's ledger as it was, so every balance is the sum of
 * its transfers; the counters that many members share are summed again at the end.
 */
import type { Client } from "pg";
import { addShopRows } from "./fill-shop.ts";
import { correctLots, sumSharedRows } from "./fill-sums.ts";

/** Owner columns of tables that are stored by another key. */
const OWNERS = ["member_id", "owner_id", "redeemed_by"];
/** Rows of operators, of logins and of one request; they do not grow with orders. */
const NOT_COPIED =
  /^(operator|audit|member_session|refresh_token|push_ticket|step_up|file$|recon|approval|member_merge)/;
const COPIES_AT_ONCE = 500;
const CODES_IN_BATCH = 10_000;
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

type Column = { readonly name: string; readonly type: string; readonly names: boolean };
type Source = { readonly table: string; readonly owner: string; readonly columns: Column[] };

/**
 * The columns of a table. `names`: the column alone identifies a row of the whole database, or it is
 * a uuid of the key, so its value is another one in each copy.
 */
async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, EXISTS (
       SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique AND a.attnum = ANY(i.indkey)
         AND (a.atttypid = 'uuid'::regtype OR i.indnatts = 1 OR a.attname = 'partner_no'))
       OR a.attname IN ('code_id', 'topup_no') AS names
     FROM pg_attribute a
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     ORDER BY a.attnum`,
    [table],
  );
  return rows;
}

/** Returns the tables with rows of members, with the column that names the member. */
async function sourcesOf(client: Client): Promise<Source[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const sources: Source[] = [];
  for (const { name: table } of rows.filter(({ name }) => !NOT_COPIED.test(name))) {
    const columns = await columnsOf(client, table);
    const owner = OWNERS.find((name) => columns.some((column) => column.name === name));
    if (owner !== undefined) sources.push({ table, owner, columns });
  }
  return sources;
}

/**
 * Collects the values that name rows of these members, as text: ids of their rows, numbers, hashes.
 * Definitions, such as a coupon's template, are not among them.
 */
async function collectNames(
  client: Client,
  sources: readonly Source[],
  members: readonly string[],
) {
  await client.query("CREATE TEMP TABLE IF NOT EXISTS copied_name (name text PRIMARY KEY)");
  for (const { table, owner, columns } of sources) {
    for (const { name } of columns.filter((column) => column.names)) {
      await client.query(
        `INSERT INTO copied_name SELECT DISTINCT ${name}::text FROM ${table}
         WHERE ${owner} = ANY($1::uuid[]) AND ${name} IS NOT NULL
           AND NOT EXISTS (SELECT FROM sku WHERE sku_id = ${name}::text)
           AND NOT EXISTS (SELECT FROM coupon_template WHERE template_id = ${name}::text)
         ON CONFLICT DO NOTHING`,
        [members],
      );
    }
  }
  await client.query(
    `DELETE FROM copied_name WHERE name IN (
       SELECT campaign_id::text FROM invite_campaign UNION ALL SELECT batch_id::text FROM code_batch
       UNION ALL SELECT announcement_id::text FROM announcement UNION ALL SELECT list_id::text FROM member_list)`,
  );
}

/** What a copy changes besides ids and instants. */
type Change = {
  /** SQL of the milliseconds by which copy `k` is earlier. */
  readonly earlierMs: string;
  /** All copies belong to this one member. */
  readonly into?: { readonly member: string; readonly copies: number; readonly first: number };
};

/** Returns the SQL of a uuid in copy `k`. It begins with the copy, so that indexes are filled in order. */
const uuidInCopy = (text: string) =>
  `overlay(md5(${text} || ':' || k) PLACING lpad(to_hex(k), 8, '0') FROM 1)::uuid`;

/** Returns the SQL of a column's value in copy `k`, from the marked source row `s`. */
function valueIn(table: string, { name, type }: Column, change: Change): string {
  const value = `s."${name}"`;
  if (change.into && table === "ledger_account" && (name === "balance" || name === "version"))
    return `${value} * ${change.into.copies}`;
  // Copies in one member follow each other: the first is the oldest.
  if (change.into && table === "ledger_transfer" && /^(debit|credit)_(version|after)$/.test(name))
    return `${value} + (k - ${change.into.first}) * s."per copy ${name}"`;
  if (type.startsWith("timestamp")) return `${value} - (${change.earlierMs}) * interval '1 ms'`;
  // Few codes of a batch end with the same symbols.
  if (table === "code" && name === "last4") return "upper(right(md5(s.code_mac::text || k), 4))";
  if (type === "uuid") {
    const mapped = `CASE WHEN s."named ${name}" THEN ${uuidInCopy(`${value}::text`)} ELSE ${value} END`;
    if (!change.into) return mapped;
    return `CASE WHEN ${value} = $1::uuid THEN '${change.into.member}'::uuid ELSE ${mapped} END`;
  }
  if (type === "bytea") {
    const hash = `substr(sha256(${value} || k::text::bytea), 1, length(${value}))`;
    return `CASE WHEN s."named ${name}" THEN ${hash} ELSE ${value} END`;
  }
  if (type !== "text") return value;
  const digits = `left(translate(md5(${value} || k) || md5(k || ${value}), 'abcdef', '012345'), length(${value}))`;
  const number = `CASE WHEN ${value} ~ '^[0-9]+$' THEN
      CASE WHEN length(${value}) < 12 THEN '2' || lpad(k::text, length(${value}) - 1, '0') ELSE ${digits} END
    WHEN ${value} = upper(${value})
      THEN left(translate(upper(md5(${value} || k)), '01', 'XY'), length(${value}))
    ELSE left(md5(${value} || k), greatest(length(${value}), 8)) END`;
  // One member has one posting for each kind and reference: a sign-in's day, a level.
  const kept = change.into && /(^|_)ref$/.test(name) ? `${value} || ':' || k` : value;
  return `CASE WHEN s."id in ${name}" IS NOT NULL
      THEN replace(${value}, s."id in ${name}", ${uuidInCopy(`s."id in ${name}"`)}::text)
    WHEN s."named ${name}" THEN ${number} ELSE ${kept} END`;
}

/** Returns the SQL of the source rows, with marks for what copies must change. */
function markedRows({ table, owner, columns }: Source): string {
  const isNamed = (text: string) => `EXISTS (SELECT FROM copied_name n WHERE n.name = ${text})`;
  const marks = columns.flatMap((column) => {
    const text = `t.${column.name}::text`;
    const id = `substring(${text} FROM '${UUID}')`;
    if (!["uuid", "bytea", "text"].includes(column.type)) return [];
    return [
      `${isNamed(text)} AS "named ${column.name}"`,
      ...(column.type === "text"
        ? [`CASE WHEN ${isNamed(id)} THEN ${id} END AS "id in ${column.name}"`]
        : []),
    ];
  });
  const ofAccount = (side: string, column: string) =>
    `(SELECT ${column} FROM ledger_account a WHERE a.member_id = t.member_id AND a.asset = t.asset
        AND a.purpose = t.${side})`;
  const chain = ["debit", "credit"].flatMap((side) => [
    `${ofAccount(side, "version")} AS "per copy ${side}_version"`,
    `${ofAccount(side, "balance")} AS "per copy ${side}_after"`,
  ]);
  const extra = table === "ledger_transfer" ? [...marks, ...chain] : marks;
  const unsettled = table === "outbox" ? " AND t.state = 'done'" : "";
  return `SELECT ${["t.*", ...extra].join(", ")} FROM ${table} t WHERE t.${owner} = ANY($4::uuid[])${unsettled}`;
}

const insertionOf = (source: Source, change: Change): string => {
  const names = source.columns.map(({ name }) => `"${name}"`).join(", ");
  const values = source.columns.map((column) => valueIn(source.table, column, change)).join(", ");
  return `WITH s AS MATERIALIZED (${markedRows(source)}), one AS (SELECT $1::uuid)
    INSERT INTO ${source.table} (${names})
    SELECT ${values} FROM s, generate_series($2::int, $3::int) k ON CONFLICT DO NOTHING`;
};

export type Filled = {
  readonly orders: number;
  readonly transfers: number;
  readonly codes: number;
  /** The member with all copies of one member's history; absent where none was asked for. */
  readonly heavyId: string;
};

/** How much to add; instants are spread over the last `days`. */
export type Filling = {
  readonly orders: number;
  readonly heavyOrders: number;
  readonly codes: number;
  readonly days: number;
  /** Over how many days the heavy member has ordered. */
  readonly heavyDays: number;
  /** When to stop, in ms since 1970; the next run goes on. */
  readonly until: number;
  /** Settles what is due when all rows are there, before they are summed. */
  settle(): Promise<void>;
};

const DAY_MS = 86_400_000;

/** Copies active codes, ten thousand in a batch. */
async function addCodes(client: Client, count: number): Promise<void> {
  const columns = await columnsOf(client, "code");
  const batches = await columnsOf(client, "code_batch");
  const batch = (name: string) => `md5(${name}::text || ':' || k / ${CODES_IN_BATCH})::uuid`;
  const listed = (all: readonly Column[]) => all.map(({ name }) => name).join(", ");
  await client.query(
    `INSERT INTO code_batch (${listed(batches)})
     SELECT ${batches.map(({ name, type, names }) => (name === "batch_id" ? batch("b.batch_id") : type === "text" && names ? `b.${name} || k` : `b.${name}`)).join(", ")}
     FROM (SELECT b.* FROM code_batch b JOIN code c USING (batch_id) WHERE c.state = 'ACTIVE' AND b.uses_per_code = 1
           ORDER BY batch_id LIMIT 1) b, generate_series(0, $1::int - 1, ${CODES_IN_BATCH}) k
     ON CONFLICT DO NOTHING`,
    [count],
  );
  const value = ({ name, type }: Column): string => {
    if (name === "batch_id") return batch("c.batch_id");
    if (name === "code_mac") return "sha256(c.code_mac || k::text::bytea)";
    if (name === "code_id") return uuidInCopy("c.code_id::text");
    if (name === "last4") return "right(lpad(k::text, 4, '0'), 4)";
    return type.startsWith("timestamp") ? `c.${name} - interval '30 days'` : `c.${name}`;
  };
  await client.query(
    `INSERT INTO code (${listed(columns)}) SELECT ${columns.map(value).join(", ")}
     FROM (SELECT c.* FROM code c JOIN code_batch b USING (batch_id) WHERE c.state = 'ACTIVE' AND b.uses_per_code = 1
           ORDER BY batch_id LIMIT 1) c, generate_series(0, $1::int - 1) k
     ON CONFLICT DO NOTHING`,
    [count],
  );
}

/** One in a hundred orders: an entry of a risk list, every second one ended, and a case with one hit. */
async function addRisk(client: Client, orders: number): Promise<void> {
  const count = Math.ceil(orders / 100);
  const [device, at] = ["'device:bench-' || k", "now() - k * interval '1 minute'"];
  const operator = "(SELECT member_id FROM operator ORDER BY 1 LIMIT 1)";
  const id = (of: string) =>
    `overlay(overlay(md5('${of}' || k) PLACING '7' FROM 13) PLACING '8' FROM 17)::uuid`;
  for (const statement of [
    `INSERT INTO risk_entry (entry_id, kind, subject, label, reason, operator_id, created_at, ended_at, ended_by, end_reason)
     SELECT ${id("entry")}, 'watch', ${device}, 'bench ' || k, 'bench', ${operator}, ${at},
            CASE k % 2 WHEN 0 THEN now() END, CASE k % 2 WHEN 0 THEN ${operator} END, CASE k % 2 WHEN 0 THEN 'bench' END
     FROM generate_series(1, $1::int) k ON CONFLICT DO NOTHING`,
    `INSERT INTO risk_case (subject, id, rule, label, state, opened_at, last_hit_at)
     SELECT ${device}, ${id("case")}, 'list', 'bench ' || k, 'OPEN', ${at}, ${at}
     FROM generate_series(1, $1::int) k ON CONFLICT DO NOTHING`,
    `INSERT INTO risk_hit (subject, id, rule, mode, verdict, place, case_id, happened_at)
     SELECT ${device}, ${id("hit")}, 'list', 'on', 'watch', 'registration', ${id("case")}, ${at}
     FROM generate_series(1, $1::int) k ON CONFLICT DO NOTHING`,
  ])
    await client.query(statement, [count]);
}

/**
 * Makes an inviter of each copied binding a copy: the fill copies members with orders, and a friend's
 * inviter may have none.
 */
async function addInviters(client: Client, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT DISTINCT inviter_id AS id FROM invite_binding WHERE member_id = ANY($1::uuid[])
     EXCEPT SELECT unnest($1::uuid[])`,
    [ids],
  );
  return [...ids, ...rows.map(({ id }) => id)];
}

/** Where a fill stands: the members that it copies, and how many copies are made. */
type Progress = {
  readonly ids: readonly string[];
  readonly perCopy: number;
  readonly made: number;
};

/** Reads the progress of an earlier run on this database, or begins one with the demo's members. */
async function readProgress(client: Client): Promise<Progress> {
  await client.query(
    "CREATE TABLE IF NOT EXISTS bench_fill (ids uuid[] NOT NULL, per_copy integer NOT NULL, made integer NOT NULL, codes boolean NOT NULL DEFAULT false)",
  );
  await client.query(
    "ALTER TABLE bench_fill ADD COLUMN IF NOT EXISTS is_settled boolean NOT NULL DEFAULT false",
  );
  const read = async () => {
    const { rows } = await client.query<Progress>(
      'SELECT ids, per_copy AS "perCopy", made FROM bench_fill',
    );
    return rows[0];
  };
  const known = await read();
  if (known) return known;
  const { rows: members } = await client.query<{ id: string; orders: number }>(
    `SELECT member_id AS id, count(*)::int AS orders FROM orders
     WHERE member_id IN (SELECT member_id FROM ledger_txn) GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  if (members.length === 0) throw new Error("the demo has no member with orders");
  const ids = await addInviters(
    client,
    members.map(({ id }) => id),
  );
  const perCopy = members.reduce((sum, { orders }) => sum + orders, 0);
  await client.query("INSERT INTO bench_fill VALUES ($1, $2, 0)", [ids, perCopy]);
  return { ids, perCopy, made: 0 };
}

/**
 * Adds the rows and returns how many there are then; undefined when the time was over before all were
 * made: the next run goes on. The demo's orders must be settled.
 */
export async function fillMembers(client: Client, filling: Filling): Promise<Filled | undefined> {
  await client.query("SET session_replication_role = replica; SET synchronous_commit = off");
  await client.query("ALTER SYSTEM SET max_wal_size = '8GB'");
  await client.query("ALTER SYSTEM SET autovacuum = off");
  await client.query("SELECT pg_reload_conf()");
  const sources = await sourcesOf(client);
  const { ids, perCopy, made } = await readProgress(client);
  const [first] = ids;
  if (first === undefined) throw new Error("the demo has no member with orders");
  await collectNames(client, sources, ids);
  await client.query("ANALYZE copied_name");
  const copies = Math.ceil(filling.orders / perCopy);
  const earlierMs = `k * ${Math.max(1, Math.floor((filling.days * DAY_MS) / copies))}::float8`;
  for (let from = made + 1; from <= copies; from += COPIES_AT_ONCE) {
    const to = Math.min(copies, from + COPIES_AT_ONCE - 1);
    for (const source of sources)
      await client.query(insertionOf(source, { earlierMs }), [first, from, to, ids]);
    await client.query("UPDATE bench_fill SET made = $1", [to]);
    if (Date.now() > filling.until && to < copies) return undefined;
  }
  // What a regular customer has done: one without a payment or a withdrawal that is still open.
  const { rows: regular } = await client.query<{ id: string; heavyId: string; orders: number }>(
    `SELECT member_id AS id, md5(member_id || ' heavy')::uuid AS "heavyId", count(*)::int AS orders FROM orders o
     WHERE member_id = ANY($1::uuid[]) AND NOT EXISTS (
       SELECT FROM ledger_hold h WHERE h.member_id = o.member_id AND h.state = 'open')
     GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT 1`,
    [ids],
  );
  const [source] = regular;
  if (!source) throw new Error("every member of the demo holds something");
  const { heavyId } = source;
  const { rowCount: hasHeavy } = await client.query(
    "SELECT FROM orders WHERE member_id = $1 LIMIT 1",
    [heavyId],
  );
  const { rowCount: hasCodes } = await client.query("SELECT FROM bench_fill WHERE codes");
  const times = Math.ceil(filling.heavyOrders / source.orders);
  // Other numbers than those of the copies above, so that no two copies have the same ids.
  const into = { member: heavyId, copies: times, first: copies + 1 };
  const heavyMs = `(${copies + times + 1} - k) * ${Math.floor((filling.heavyDays * DAY_MS) / times)}::float8 + 1`;
  for (const table of hasHeavy ? [] : sources) {
    const statement = insertionOf(table, { earlierMs: heavyMs, into });
    await client.query(statement, [source.id, into.first, copies + times, [source.id]]);
  }
  if (!hasCodes) await addCodes(client, filling.codes);
  await client.query("UPDATE bench_fill SET codes = true");
  const { rowCount: isSummed } = await client.query("SELECT FROM bench_fill WHERE is_settled");
  if (!isSummed) {
    await addRisk(client, filling.orders);
    await correctLots(client);
    await filling.settle();
    await sumSharedRows(client);
    await client.query("UPDATE bench_fill SET is_settled = true");
  }
  await addShopRows(client, filling.orders);
  await client.query("RESET session_replication_role");
  await client.query("ALTER SYSTEM RESET autovacuum");
  await client.query("SELECT pg_reload_conf()");
  if (!isSummed) await client.query("VACUUM ANALYZE");
  const { rows } = await client.query<Filled>(
    `SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM ledger_transfer) AS transfers,
            (SELECT count(*)::int FROM code) AS codes, $1 AS "heavyId"`,
    [heavyId],
  );
  const [filled] = rows;
  if (!filled) throw new Error("the rows could not be counted");
  return filled;
}
