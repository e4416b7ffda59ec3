/** Reads from PostgreSQL's catalogue what the layout rules check. */
import type pg from "pg";

export type Column = {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isCounted: boolean;
  readonly isNumber: boolean;
  /** The application may update it. */
  readonly isUpdatable: boolean;
};
export type Index = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
};
export type ForeignKey = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
};
export type Table = {
  readonly name: string;
  readonly owner: string;
  readonly key: readonly string[] | null;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly deferrable: readonly string[];
  readonly triggers: readonly string[];
  /** The privileges of the application, or of PUBLIC, on the whole table, in capitals. */
  readonly app: readonly string[];
  readonly everybody: readonly string[];
};
export type Routine = {
  readonly name: string;
  readonly owner: string;
  readonly isDefiner: boolean;
  readonly volatility: "i" | "s" | "v";
  /** `sql` or `plpgsql`. */
  readonly language: string;
  readonly settings: readonly string[];
  readonly first: string | null;
  /** The types of the arguments, by name. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isForApp: boolean;
  readonly isForEverybody: boolean;
};
export type Catalogue = {
  readonly tables: readonly Table[];
  readonly routines: readonly Routine[];
  readonly sequences: readonly string[];
  readonly views: readonly string[];
};

// Returns SQL for the column names of a constraint or an index, in their order; an expression has
// no name and shows as "()".
const names = (relation: string, numbers: string) => `ARRAY(
  SELECT coalesce(a.attname, '()')::text FROM unnest(${numbers}::int[]) WITH ORDINALITY AS n (number, place)
  LEFT JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = n.number AND n.number > 0 ORDER BY place)`;

const tables = `
  SELECT c.relname AS name, pg_get_userbyid(c.relowner) AS owner,
    (SELECT ${names("k.conrelid", "k.conkey")} FROM pg_constraint k
     WHERE k.conrelid = c.oid AND k.contype = 'p') AS key,
    (SELECT json_agg(json_build_object(
       'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', NOT a.attnotnull,
       'isCounted', a.attidentity <> '' OR coalesce(pg_get_expr(d.adbin, d.adrelid) ~ 'nextval', false),
       'isNumber', t.typcategory = 'N',
       'isUpdatable', has_column_privilege('yunjing_app', c.oid, a.attnum, 'UPDATE')) ORDER BY a.attnum)
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    coalesce((SELECT json_agg(json_build_object(
       'name', i.relname, 'isUnique', x.indisunique,
       'columns', ${names("c.oid", "x.indkey::int2[]")}) ORDER BY i.relname)
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
     WHERE x.indrelid = c.oid AND NOT x.indisprimary), '[]') AS indexes,
    coalesce((SELECT json_agg(json_build_object(
       'name', k.conname, 'columns', ${names("k.conrelid", "k.conkey")}, 'target', k.confrelid::regclass::text,
       'targetColumns', ${names("k.confrelid", "k.confkey")}) ORDER BY k.conname)
     FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'), '[]') AS "foreignKeys",
    ARRAY(SELECT conname::text FROM pg_constraint WHERE conrelid = c.oid AND condeferrable ORDER BY 1) AS deferrable,
    ARRAY(SELECT tgname::text FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal ORDER BY 1) AS triggers,
    ARRAY(SELECT p FROM unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) AS p
          WHERE has_table_privilege('yunjing_app', c.oid, p)
             OR (p IN ('INSERT', 'UPDATE', 'REFERENCES') AND has_any_column_privilege('yunjing_app', c.oid, p))) AS app,
    ARRAY(SELECT privilege_type::text FROM aclexplode(c.relacl) WHERE grantee = 0) AS everybody
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname`;

const routines = `
  SELECT p.proname AS name, pg_get_userbyid(p.proowner) AS owner, p.prosecdef AS "isDefiner",
    p.provolatile::text AS volatility, (SELECT lanname::text FROM pg_language l WHERE l.oid = p.prolang) AS language, coalesce(p.proconfig, '{}') AS settings, p.proargnames[1] AS first,
    coalesce((SELECT json_object_agg(a.name, format_type(a.type, NULL))
     FROM unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[])) AS a (name, type)
     WHERE a.name <> ''), '{}') AS arguments,
    p.prosrc AS body, has_function_privilege('yunjing_app', p.oid, 'EXECUTE') AS "isForApp",
    EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) WHERE grantee = 0)
      AS "isForEverybody"
  FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace ORDER BY p.proname`;

const relations = (kinds: string) => `
  SELECT relname::text AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = ANY ('${kinds}') ORDER BY relname`;

/** Reads the catalogue of a migrated database; any role may. */
export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const list = async (text: string): Promise<string[]> =>
    (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);
  return {
    tables: (await client.query<Table>(tables)).rows,
    routines: (await client.query<Routine>(routines)).rows,
    sequences: await list(relations("{S}")),
    views: await list(relations("{v,m,f}")),
  };
}
