/** Runs a query over a list in memory, with the same result as the same query in the database. */
import { ownValue } from "@yunjing/contract/own-value";
import type { OrderKey, Row } from "./collection.ts";
import type { Condition, Scalar, Test } from "./condition.ts";
import { matchesPattern } from "./pattern.ts";
import type { Query } from "./query.ts";

/** Converts an instant to ms for comparison. */
const plain = (value: Scalar): string | number | boolean =>
  value instanceof Date ? value.getTime() : value;

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** Returns -1, 0 or 1; both values have the same type. */
const ordered = <T extends string | number | boolean>(left: T, right: T): number =>
  left < right ? -1 : Number(left > right);

function passesTest(value: unknown, test: Test): boolean {
  const has = isPlain(value);
  switch (test.op) {
    case "exists":
      return has === test.is;
    case "like":
      return typeof value === "string" && matchesPattern(value, test.pattern);
    case "in":
      return has && test.values.some((one) => plain(one) === value);
    case "nin":
      return !test.values.some((one) => plain(one) === value);
    case "eq":
      return plain(test.value) === value;
    case "neq":
      return plain(test.value) !== value;
    default: {
      if (!has) return false;
      const order = ordered(value, plain(test.value));
      if (test.op === "gt") return order > 0;
      if (test.op === "gte") return order >= 0;
      return test.op === "lt" ? order < 0 : order <= 0;
    }
  }
}

export function matchesCondition(row: Row, condition: Condition): boolean {
  if ("field" in condition) return passesTest(ownValue(row, condition.field), condition.test);
  if ("all" in condition) return condition.all.every((part) => matchesCondition(row, part));
  return condition.any.some((part) => matchesCondition(row, part));
}

/** Missing values come last, in ascending and descending order. */
function compared(left: Row, right: Row, { field, isDescending }: OrderKey): number {
  const [a, b] = [ownValue(left, field), ownValue(right, field)];
  if (!isPlain(a) || !isPlain(b)) return Number(isPlain(b)) - Number(isPlain(a));
  return isDescending ? ordered(b, a) : ordered(a, b);
}

/** Returns all rows that match a query's condition, in its order. */
export function filterAndSort({ condition, order }: Query, rows: readonly Row[]): Row[] {
  const found = condition ? rows.filter((row) => matchesCondition(row, condition)) : [...rows];
  return found.toSorted((left, right) => {
    for (const key of order) {
      const result = compared(left, right, key);
      if (result !== 0) return result;
    }
    return 0;
  });
}

/** Returns the requested page of the rows, with the requested fields. */
export const selectPage = ({ skip, limit, selectedFields }: Query, rows: readonly Row[]): Row[] =>
  rows
    .slice(skip, skip + limit)
    .map((row) =>
      Object.fromEntries(
        selectedFields.flatMap((field) => (Object.hasOwn(row, field) ? [[field, row[field]]] : [])),
      ),
    );
