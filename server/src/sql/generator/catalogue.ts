/** Reads the SQL functions of our modules from PostgreSQL's catalogue. */
import type pg from "pg";

export type CatalogueValue = {
  /** As declared in SQL: `p_order_no`, `kept_until`. */
  readonly name: string;
  /** PostgreSQL's name of the type, with `[]` for an array. */
  readonly type: string;
};

export type CatalogueFunction = {
  readonly name: string;
  readonly arguments: readonly CatalogueValue[];
  /** The result columns of OUT parameters or RETURNS TABLE; empty for a single value. */
  readonly columns: readonly CatalogueValue[];
  /** The type of a single value; `void` for none. */
  readonly result: string;
  readonly isSet: boolean;
};

const QUERY = `
  SELECT p.proname AS name, p.proretset AS "isSet", format_type(p.prorettype, NULL) AS result,
         coalesce(p.proargnames, '{}') AS names, p.proargmodes::text[] AS modes,
         ARRAY(SELECT format_type(t, NULL)
               FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY AS a (t, seq)
               ORDER BY seq) AS types
  FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
  ORDER BY p.proname, p.oid`;

type Row = {
  readonly name: string;
  readonly isSet: boolean;
  readonly result: string;
  readonly names: readonly string[];
  /** Absent when all are IN. */
  readonly modes: readonly string[] | null;
  readonly types: readonly string[];
};

const shortNames: ReadonlyMap<string, string> = new Map([
  ["timestamp with time zone", "timestamptz"],
]);
const shortName = (type: string): string => shortNames.get(type) ?? type;

function functionOf({ names, modes, types, ...row }: Row): CatalogueFunction {
  const values = types.map((type, at) => ({
    name: names[at] ?? "",
    type: shortName(type),
    mode: modes?.[at] ?? "i",
  }));
  const withModes = (wanted: string) =>
    values.filter(({ mode }) => wanted.includes(mode)).map(({ name, type }) => ({ name, type }));
  return {
    name: row.name,
    arguments: withModes("ib"),
    columns: withModes("obt"),
    result: shortName(row.result),
    isSet: row.isSet,
  };
}

/** The attributes of the composite types that are no table's row, by the type's name. */
export type CompositeTypes = ReadonlyMap<string, readonly CatalogueValue[]>;

const COMPOSITES = `
  SELECT c.relname AS type, a.attname AS name, format_type(a.atttypid, NULL) AS attribute
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'c' AND a.attnum > 0
    AND NOT a.attisdropped
  ORDER BY c.relname, a.attnum`;

export async function readCompositeTypes(client: pg.Client): Promise<CompositeTypes> {
  const { rows } = await client.query<{ type: string; name: string; attribute: string }>(
    COMPOSITES,
  );
  const found = new Map<string, CatalogueValue[]>();
  for (const { type, name, attribute } of rows) {
    const known = found.get(type) ?? [];
    found.set(type, [...known, { name, type: shortName(attribute) }]);
  }
  return found;
}

/** Returns the functions by name; the client may have any role. */
export async function readCatalogue(client: pg.Client): Promise<readonly CatalogueFunction[]> {
  const { rows } = await client.query<Row>(QUERY);
  return rows.map(functionOf);
}
