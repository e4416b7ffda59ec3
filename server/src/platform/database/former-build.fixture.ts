/**
 * What a build of the product uses of the database, as lines, and what the database refuses: so that
 * processes of the former build can run on the schema of this one (decision 0200).
 */
import type pg from "pg";
import type { TSchema } from "typebox";
import type { Annotation, ModuleSchemas } from "../../sql/schemas/schema.ts";

/** A build by its commit, with the lines of its database. */
export type BuildLines = {
  /** What the build may use: every line must remain. */
  readonly uses: readonly string[];
  /** What the database refuses, by table or function: no line may be added to one that it uses. */
  readonly refuses: readonly string[];
};

/** Tables of the schema, without those that the application may not read. */
const USES = `
  WITH used AS (
    SELECT c.oid, c.relname FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
      AND has_any_column_privilege('yunjing_app', c.oid, 'SELECT, INSERT')
  ), columns AS (
    SELECT u.oid, u.relname, a.attname, a.attnum, format_type(a.atttypid, a.atttypmod) AS type
    FROM used u JOIN pg_attribute a ON a.attrelid = u.oid AND a.attnum > 0 AND NOT a.attisdropped
  )
  SELECT format('table %s', relname) AS line FROM used
  UNION ALL SELECT format('column %s.%s %s', relname, attname, type) FROM columns
  UNION ALL SELECT format('%s %s', verb, relname) FROM used CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'DELETE']) verb
    WHERE has_table_privilege('yunjing_app', oid, verb)
  UNION ALL SELECT format('%s %s.%s', verb, relname, attname) FROM columns CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) verb
    WHERE has_column_privilege('yunjing_app', oid, attnum, verb) AND NOT has_table_privilege('yunjing_app', oid, verb)
  UNION ALL SELECT format('unique %s', regexp_replace(pg_get_indexdef(x.indexrelid), '^.* ON public\\.(\\S+) USING btree', '\\1'))
    FROM pg_index x JOIN used u ON u.oid = x.indrelid WHERE x.indisunique
  UNION ALL SELECT format('function %s(%s) returns %s', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid))
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
      AND p.prorettype <> 'trigger'::regtype
  UNION ALL SELECT format('type %s.%s %s at %s', t.typname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnum)
    FROM pg_type t JOIN pg_class c ON c.oid = t.typrelid AND c.relkind = 'c'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE t.typnamespace = 'public'::regnamespace
  ORDER BY 1`;

/** What refuses a write: the table is the second word of a line. */
const REFUSES = `
  WITH own AS (
    SELECT oid, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
  )
  SELECT format('required %s %s', o.relname, a.attname) AS line FROM own o
    JOIN pg_attribute a ON a.attrelid = o.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
  UNION ALL SELECT format('constraint %s %s', o.relname, pg_get_constraintdef(k.oid)) FROM own o
    JOIN pg_constraint k ON k.conrelid = o.oid WHERE k.contype IN ('c', 'f', 'x')
  UNION ALL SELECT format('unique %s', regexp_replace(pg_get_indexdef(x.indexrelid), '^.* ON public\\.(\\S+) USING btree', '\\1'))
    FROM pg_index x JOIN own o ON o.oid = x.indrelid WHERE x.indisunique
  ORDER BY 1`;

/** Reads the lines of a migrated database. */
export async function readLines(client: pg.Client): Promise<BuildLines> {
  const read = async (statement: string) => {
    const { rows } = await client.query<{ line: string }>(statement);
    return rows.map(({ line }) => line);
  };
  return { uses: await read(USES), refuses: await read(REFUSES) };
}

/** The keys of a JSON value with a schema: sent, and required of the sender. */
function keysOf(schema: TSchema, path: string): BuildLines[] {
  const {
    properties,
    required = [],
    items,
    anyOf = [],
  } = schema as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly required?: readonly string[];
    readonly items?: TSchema;
    readonly anyOf?: readonly TSchema[];
  };
  const own = Object.entries(properties ?? {}).flatMap(([key, value]) => [
    {
      uses: [`key ${path}.${key}`],
      refuses: required.includes(key) ? [`key ${path} ${key}`] : [],
    },
    ...keysOf(value, `${path}.${key}`),
  ]);
  const inner = [...anyOf, ...(items && !Array.isArray(items) ? [items] : [])];
  return [...own, ...inner.flatMap((one) => keysOf(one, path))];
}

const schemaOf = (annotation: Annotation): TSchema | undefined => {
  if (!("orNull" in annotation)) return annotation;
  return annotation.orNull === true ? undefined : annotation.orNull;
};

/** Returns the lines of the JSON that the application sends to functions: one for each key. */
export function linesOfSchemas(modules: Iterable<ModuleSchemas>): BuildLines {
  const found = [...modules].flatMap((module) =>
    Object.entries(module).flatMap(([name, { arguments: named = {} }]) =>
      Object.entries(named).flatMap(([field, annotation]) => {
        const parts =
          "attributes" in annotation
            ? Object.entries(annotation.attributes).map(
                ([part, one]) => [`${field}.${part}`, one] as const,
              )
            : [[field, annotation] as const];
        return parts.flatMap(([part, one]) => {
          const schema = schemaOf(one);
          return schema ? keysOf(schema, `${name}.${part}`) : [];
        });
      }),
    ),
  );
  const sorted = (lines: readonly string[]) => [...new Set(lines)].toSorted();
  return {
    uses: sorted(found.flatMap(({ uses }) => uses)),
    refuses: sorted(found.flatMap(({ refuses }) => refuses)),
  };
}

const withoutDefaults = (line: string): string => line.replaceAll(/ DEFAULT [^,)]+/g, "");

/**
 * Returns the lines of the former build that this one lacks, and the refusals that it adds to what the
 * former build uses. An argument that got a default is no change.
 */
export function formerFaults(former: BuildLines, now: BuildLines): string[] {
  const kept = new Set(now.uses.map(withoutDefaults));
  const known = new Set(former.refuses);
  const isUsed = new Set(
    former.uses.flatMap(
      (line) => /^(?:table (\S+)|key ([^.]+\.\S+)\.[^.]+)$/.exec(line)?.slice(1) ?? [],
    ),
  );
  const lost = former.uses.filter((line) => !kept.has(withoutDefaults(line)));
  const added = now.refuses.filter((line) => {
    const [, subject = ""] = line.split(" ");
    return isUsed.has(subject) && !known.has(line);
  });
  return [...lost.map((line) => `lost: ${line}`), ...added.map((line) => `refused: ${line}`)];
}
