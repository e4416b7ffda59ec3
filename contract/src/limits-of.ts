/**
 * The limits of every operation's input as plain data: lengths, ranges, patterns and choices. The
 * console's forms check them without a schema library.
 */
import { type Host, operations } from "./operations.ts";

/** The limits of one field; `choices` are the values of a union of literals. */
export type FieldLimits = {
  readonly type?: string;
  readonly isRequired?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly choices?: readonly (string | number)[];
};
/** By operation (`operatorRefunds.approve`), then by field of its input. */
export type Limits = Readonly<Record<string, Readonly<Record<string, FieldLimits>>>>;

const COPIED = [
  "type",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
] as const;

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

function choicesOf(schema: Schema): readonly (string | number)[] | undefined {
  const options = schema["anyOf"];
  if (!Array.isArray(options)) return undefined;
  const values = options.map((option: unknown) => (isSchema(option) ? option["const"] : undefined));
  const known = values.filter((value) => typeof value === "string" || typeof value === "number");
  return known.length === values.length ? known : undefined;
}

function fieldLimits(schema: Schema, isRequired: boolean): FieldLimits {
  const copied = COPIED.filter((name) => schema[name] !== undefined);
  const choices = choicesOf(schema);
  return {
    ...Object.fromEntries(copied.map((name) => [name, schema[name]])),
    ...(isRequired ? { isRequired } : {}),
    ...(choices ? { choices } : {}),
  };
}

/** Returns the limits of all operations of a host that are writes. */
export function limitsOf(host: Host): Limits {
  const writes = operations.filter((one) => one.host === host && one.method !== "GET");
  return Object.fromEntries(
    writes.map(({ topic, name, input }) => {
      const required: readonly string[] = input.required ?? [];
      const fields = Object.entries<unknown>(input.properties).flatMap(([field, schema]) =>
        isSchema(schema) ? [[field, fieldLimits(schema, required.includes(field))] as const] : [],
      );
      return [`${topic}.${name}`, Object.fromEntries(fields)];
    }),
  );
}
