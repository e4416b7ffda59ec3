/** The wire format of database commands, operators and values (cloud-protocol §7). */

export type Stage = { readonly $method: string; readonly $param?: readonly unknown[] };

/** An operator, or several in a chain: `gt(1).and(lt(9))`. */
export type Operator = Operators & { readonly stages: readonly Stage[] };
export type Operators = {
  readonly [name in "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "nin" | "exists"]: (
    value: unknown,
  ) => Operator;
} & { readonly [name in "and" | "or"]: (...operands: readonly unknown[]) => Operator };

const isOperator = (value: object): value is Operator => "stages" in value && "nin" in value;

export const toWireCommand = (stages: readonly Stage[]) => ({ $db: stages });

/** Returns a value in its wire format, with instants, expressions and operators converted. */
export function toWireValue(value: unknown): unknown {
  if (value instanceof Date) return { $date: value.toISOString() };
  if (value instanceof RegExp) return { $regexp: { source: value.source, flags: value.flags } };
  if (Array.isArray(value)) return value.map(toWireValue);
  if (typeof value !== "object" || value === null) return value;
  if (isOperator(value)) return toWireCommand(value.stages);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toWireValue(one)]));
}

function operatorsAfter(stages: readonly Stage[]): Operators {
  const next = ($method: string, params: readonly unknown[]): Operator => {
    const all = [...stages, { $method, $param: params.map(toWireValue) }];
    return { ...operatorsAfter(all), stages: all };
  };
  const one = (name: string) => (value: unknown) => next(name, [value]);
  const some =
    (name: string) =>
    (...operands: readonly unknown[]) =>
      next(name, operands);
  return {
    eq: one("eq"),
    neq: one("neq"),
    gt: one("gt"),
    gte: one("gte"),
    lt: one("lt"),
    lte: one("lte"),
    in: one("in"),
    nin: one("nin"),
    exists: one("exists"),
    and: some("and"),
    or: some("or"),
  };
}

/** `db.command`: conditions for a field or for a whole query. */
export const operators: Operators = operatorsAfter([{ $method: "command" }]);
