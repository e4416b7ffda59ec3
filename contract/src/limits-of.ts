/**
 * The limits of every operation's input as plain data: lengths, ranges and patterns. The
 * console's forms check them without a schema library.
 */
import { type Host, operations } from "./operations.ts";

/** The limits of one field; a field without any is left out, because all are in the first script. */
export type FieldLimits = {
  readonly isRequired?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};
/**
 * By operation (`operatorRefunds.approve`), then by field of its input. A field of an object within
 * the input has its path (`rules.percent`), and is not `isRequired`: that depends on other fields.
 */
export type Limits = Readonly<Record<string, Readonly<Record<string, FieldLimits>>>>;

const COPIED = [
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

function fieldLimits(schema: Schema, isRequired: boolean): FieldLimits {
  const copied = COPIED.filter((name) => schema[name] !== undefined);
  return {
    ...Object.fromEntries(copied.map((name) => [name, schema[name]])),
    ...(isRequired ? { isRequired } : {}),
  };
}

type Entry = readonly [path: string, limits: FieldLimits];

/** The fields of an object, of the objects of a union, and of the objects within them. */
function nestedLimits(path: string, schema: Schema): readonly Entry[] {
  const options: readonly unknown[] = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema];
  return options.flatMap((option) => {
    const properties = isSchema(option) ? option["properties"] : undefined;
    if (!isSchema(properties)) return [];
    return Object.entries(properties).flatMap(([name, field]) => {
      if (!isSchema(field)) return [];
      const inner = `${path}.${name}`;
      return [[inner, fieldLimits(field, false)] as const, ...nestedLimits(inner, field)];
    });
  });
}

/** Returns the limits of all operations of a host that are writes. */
export function limitsOf(host: Host): Limits {
  const writes = operations.filter((one) => one.host === host && one.method !== "GET");
  return Object.fromEntries(
    writes.map(({ topic, name, input }) => {
      const required: readonly string[] = input.required ?? [];
      const fields = Object.entries<unknown>(input.properties).flatMap(([field, schema]) =>
        isSchema(schema)
          ? [
              [field, fieldLimits(schema, required.includes(field))] as const,
              ...nestedLimits(field, schema),
            ]
          : [],
      );
      const limited = fields.filter(([, limits]) => Object.keys(limits).length > 0);
      return [`${topic}.${name}`, Object.fromEntries(limited)];
    }),
  );
}
