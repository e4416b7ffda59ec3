/**
 * The form of `schemas/<module>.ts`: what the catalogue of PostgreSQL does not say about the SQL
 * functions that TypeScript calls.
 */
import Type, { type TObject, type TProperties, type TSchema } from "typebox";

/**
 * A schema for a value that is never NULL: the fixed values of a text, or the shape of a JSON value.
 * `{ orNull: true }` for a value of a basic type that may be NULL, `{ orNull: schema }` for one
 * with a schema.
 */
export type Annotation = TSchema | { readonly orNull: TSchema | true };
/** Of an argument of a composite type: its attributes that need one, by camelCase name. */
export type AttributeAnnotations = {
  readonly attributes: Readonly<Record<string, Annotation>>;
};

export type FunctionSchema = {
  /** By the name of the parameter in camelCase without `p_`. `now` may always be null. */
  readonly arguments?: Readonly<Record<string, Annotation | AttributeAnnotations>>;
  /** Of a function that returns one value. */
  readonly result?: Annotation;
  /** Of a function that returns rows or has OUT parameters, by the column's name in camelCase. */
  readonly columns?: Readonly<Record<string, Annotation>>;
};

/** Every SQL function of a module that TypeScript calls, with its schemas. */
export type ModuleSchemas = Readonly<Record<string, FunctionSchema>>;

/** A text with these values only. */
export const oneOf = <Value extends string>(...values: readonly Value[]) =>
  Type.Unsafe<Value>(Type.Enum([...values]));

/** A JSON object with these fields only. */
export const object = <P extends TProperties>(fields: P): TObject<P> =>
  Type.Object(fields, { additionalProperties: false });

/** A field of a JSON value that may be null. */
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A JSON object that the database stores as it is. */
export const document = Type.Object({});
/** A JSON value that SQL stores and returns as it is. */
export const storedValue = Type.Unknown();
