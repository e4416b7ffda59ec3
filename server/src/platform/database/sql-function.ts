/**
 * Typed callers of SQL functions. `server/src/sql` declares one per function, generated from the
 * database's catalogue; this file runs them.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { type SQL, sql } from "drizzle-orm";
import type { Static, TSchema } from "typebox";
import { Defect } from "../refusal.ts";
import { type Db, runPrepared, type Tx } from "./pool.ts";
import { bindParameters } from "./read-query.ts";
import { epochMsSql } from "./sql.ts";

/** A type of PostgreSQL with what TypeScript passes for it (`In`) and receives for it (`Out`). */
export type SqlType<In, Out> = {
  /** The name in a cast: `timestamptz`. */
  readonly cast: string;
  readonly isNullable: boolean;
  /** The fixed values of a text, or the shape of a JSON value. */
  readonly schema?: TSchema;
  /** The attributes of a composite type, in their order. */
  readonly attributes?: Fields;
  /** Only for inference. */
  readonly in?: In;
  /** Only for inference. */
  readonly out?: Out;
};
type AnyType = SqlType<unknown, unknown>;
type Fields = Readonly<Record<string, AnyType>>;

const plain = <In, Out = In>(cast: string): SqlType<In, Out> => ({ cast, isNullable: false });

export const uuid = plain<string>("uuid");
export const text = plain<string>("text");
export const smallint = plain<number>("smallint");
export const integer = plain<number>("integer");
/** A number: values beyond 2^53 fail. */
export const bigint = plain<number>("bigint");
export const boolean = plain<boolean>("boolean");
export const bytea = plain<Uint8Array, Buffer>("bytea");
/** Passed as a `Date`, returned in ms. */
export const timestamptz = plain<Date, number>("timestamptz");
/** A day: `2026-11-01`. */
export const date = plain<string>("date");
export const uuidArray = plain<readonly string[]>("uuid[]");
export const textArray = plain<readonly string[]>("text[]");
export const integerArray = plain<readonly number[]>("integer[]");
export const byteaArray = plain<readonly Uint8Array[], readonly Buffer[]>("bytea[]");

type Scalar = string | number | boolean | null | undefined;
/** The same type with read-only properties and arrays. */
export type Immutable<T> = T extends Scalar
  ? T
  : unknown extends T
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Immutable<Item>[]
      : { readonly [K in keyof T]: Immutable<T[K]> };

type Shaped<S extends TSchema> = SqlType<Immutable<Static<S>>, Immutable<Static<S>>>;

/** A text with the values of a schema. */
export const textOf = <S extends TSchema>(schema: S): Shaped<S> => ({
  cast: "text",
  isNullable: false,
  schema,
});
/** A JSON value with the shape of a schema. */
export const jsonb = <S extends TSchema>(schema: S): Shaped<S> => ({
  cast: "jsonb",
  isNullable: false,
  schema,
});
/** The type or NULL. A JSON null is not NULL: only a nullable JSON argument sends NULL for null. */
export const nullable = <In, Out>(type: SqlType<In, Out>): SqlType<In | null, Out | null> => ({
  cast: type.cast,
  isNullable: true,
  ...(type.schema && { schema: type.schema }),
});

/** An argument of a composite type: an object with a value for each attribute. */
export const composite = <F extends Fields>(
  cast: string,
  attributes: F,
): SqlType<Arguments<F>, never> => ({ cast, isNullable: false, attributes });

type In<T> = T extends SqlType<infer Value, unknown> ? Value : never;
type Out<T> = T extends SqlType<unknown, infer Value> ? Value : never;
type Row<F extends Fields> = { readonly [K in keyof F]: Out<F[K]> };

/** What a function returns; `Result` is the value of its caller. */
export type Returned<Result> = {
  /** The result columns; one column `result` for a scalar, none for void. */
  readonly columns: Fields;
  /** Whether the columns are those of the function; otherwise the function is one expression. */
  readonly isTable: boolean;
  readonly read: (rows: readonly Readonly<Record<string, unknown>>[]) => Result;
};

const onlyRow = (rows: readonly Readonly<Record<string, unknown>>[]) => {
  const [row] = rows;
  if (!row) throw new Defect("an SQL function returned no row");
  return row;
};

/** For a function that returns void. */
export const nothing: Returned<void> = { columns: {}, isTable: false, read: () => undefined };
/** For a function that returns one value. */
export const scalar = <T extends AnyType>(type: T): Returned<Out<T>> => ({
  columns: { result: type },
  isTable: false,
  // The type of the column is that of the catalogue.
  read: (rows) => onlyRow(rows)["result"] as Out<T>,
});
/** For a function with OUT parameters: always one row. */
export const row = <F extends Fields>(columns: F): Returned<Row<F>> => ({
  columns,
  isTable: true,
  read: (rows) => onlyRow(rows) as Row<F>,
});
/** For a function that returns a set of rows. */
export const rows = <F extends Fields>(columns: F): Returned<readonly Row<F>[]> => ({
  columns,
  isTable: true,
  read: (found) => found as readonly Row<F>[],
});

type ValueCheck = (place: string, type: AnyType, checked: unknown) => void;
let check: ValueCheck | undefined;
/**
 * Sets the check of each argument and result, which throws on a value that its type does not allow.
 * For tests: production sets none. Returns the check that was set before.
 */
export function setValueCheck(wanted: ValueCheck | undefined): ValueCheck | undefined {
  const before = check;
  check = wanted;
  return before;
}

type Expressions<A extends Fields> = { readonly [K in keyof A]: string };
type Arguments<A extends Fields> = { readonly [K in keyof A]: In<A[K]> };

/** A caller of one SQL function. The arguments are named; a JSON value is passed as it is. */
export type SqlFunction<A extends Fields, Result> = {
  /**
   * Runs the function as one statement: prepared by name with a `Db`, as a step of the transaction
   * with a `Tx`. Throws what the function raises.
   */
  (db: Db | Tx, values: Arguments<A>): Promise<Result>;
  /** The call as an expression of a larger statement; an argument may itself be an expression. */
  readonly sql: (values: { readonly [K in keyof A]: In<A[K]> | SQL }) => SQL;
  /** The call with an SQL text for each argument: `$1` receives the cast, a column stays as it is. */
  readonly text: (expressions: Expressions<A>) => string;
  /** The call with the parameters `$first`, `$first + 1` … for `values`, in a prepared statement. */
  readonly textFrom: (first: number) => string;
  /** The parameters of `textFrom`; a composite argument has one for each attribute. */
  readonly values: (values: Arguments<A>) => readonly unknown[];
  /** The result in the rows of a larger statement that selects the columns of `columns`. */
  readonly read: (rows: readonly Readonly<Record<string, unknown>>[]) => Result;
  /** The select list of the result: `outcome, floor(…)::bigint AS "expiresAt"`. */
  readonly columns: string;
};
/** The named arguments of a caller. */
export type ArgumentsOf<F> = F extends SqlFunction<infer A, unknown> ? Arguments<A> : never;
/** The result of a caller. */
export type ResultOf<F> = F extends (db: Db, values: never) => Promise<infer Result>
  ? Result
  : never;

/** `expiresAt` → `expires_at`. */
const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const selected = (field: string, { cast }: AnyType): string => {
  const column = columnOf(field);
  const instant = cast === "timestamptz" ? epochMsSql(column) : column;
  return instant === field ? field : `${instant} AS "${field}"`;
};

const isRecord = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === "object" && given !== null;

/** Converts a value to the parameters of the driver: one, or one for each attribute. */
function parametersOf(place: string, type: AnyType, given: unknown): readonly unknown[] {
  if (!type.attributes) return [parameterOf(place, type, given)];
  return Object.entries(type.attributes).flatMap(([field, attribute]) =>
    parametersOf(
      `${place}.${field}`,
      attribute,
      isRecord(given) ? ownValue(given, field) : undefined,
    ),
  );
}

/** Writes a value as an expression; `next` returns the expression of its next parameter. */
function expressionOf(type: AnyType, next: (type: AnyType) => string): string {
  if (!type.attributes) return next(type);
  const parts = Object.values(type.attributes).map((attribute) => expressionOf(attribute, next));
  return `ROW(${parts.join(", ")})::${type.cast}`;
}

function parameterOf(place: string, type: AnyType, given: unknown): unknown {
  check?.(place, type, given);
  if (type.cast !== "jsonb" || (given === null && type.isNullable)) return given;
  return JSON.stringify(given);
}

const statementOf = (call: string, { columns, isTable }: Returned<unknown>): string => {
  const list = Object.entries(columns).map(([field, type]) => selected(field, type));
  if (isTable) return `SELECT ${list.join(", ")} FROM ${call}`;
  const isInstant = columns["result"]?.cast === "timestamptz";
  return `SELECT ${isInstant ? epochMsSql(call) : call} AS result`;
};

/** Declares the caller of one SQL function; called by the generated files only. */
export function sqlFunction<const A extends Fields, Result>(declared: {
  readonly name: string;
  /** In the order of the function's parameters. */
  readonly arguments: A;
  readonly returns: Returned<Result>;
}): SqlFunction<A, Result> {
  const { name, returns } = declared;
  const declaredArguments = Object.entries(declared.arguments);
  const results = Object.entries(returns.columns);
  const callOf = (expressions: readonly string[]) => `${name}(${expressions.join(", ")})`;
  const textFrom = (first: number) => {
    let used = 0;
    const next = ({ cast }: AnyType) => `$${first + used++}::${cast}`;
    return callOf(declaredArguments.map(([, type]) => expressionOf(type, next)));
  };
  const statement = { name, text: statementOf(textFrom(1), returns) };

  const valuesOf = (values: Readonly<Record<string, unknown>>) =>
    declaredArguments.flatMap(([field, type]) =>
      parametersOf(`${name}.${field}`, type, ownValue(values, field)),
    );
  const read = (found: readonly Readonly<Record<string, unknown>>[]): Result => {
    for (const one of found) {
      for (const [field, type] of results) {
        const result = ownValue(one, field);
        if (result === null && !type.isNullable) {
          throw new Defect(`${name} returned NULL as ${field}`);
        }
        check?.(`${name} → ${field}`, type, result);
      }
    }
    return returns.read(found);
  };
  const call = async (db: Db | Tx, values: Arguments<A>): Promise<Result> => {
    if ("$client" in db) {
      return read(await runPrepared<Record<string, unknown>>(db, statement, valuesOf(values)));
    }
    const found = await db.execute(bindParameters(statement.text, valuesOf(values)));
    return read(found.rows);
  };
  return Object.assign(call, {
    sql: (values: Readonly<Record<string, unknown>>) => {
      const expressions = declaredArguments.map(([field, type]) => {
        const given = ownValue(values, field);
        if (isRecord(given) && "getSQL" in given) return sql`${given}`;
        let used = 0;
        const written = expressionOf(type, ({ cast }) => `$${++used}::${cast}`);
        return bindParameters(written, parametersOf(`${name}.${field}`, type, given));
      });
      return sql`${sql.raw(name)}(${sql.join(expressions, sql`, `)})`;
    },
    text: (expressions: Readonly<Record<string, string>>) =>
      callOf(
        declaredArguments.map(([field, { cast }]) => {
          const expression = ownValue(expressions, field) ?? "NULL";
          return /^\$\d+$/.test(expression) ? `${expression}::${cast}` : expression;
        }),
      ),
    textFrom,
    values: valuesOf,
    read,
    columns: results.map(([field, type]) => selected(field, type)).join(", "),
  });
}
