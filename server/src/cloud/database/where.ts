/**
 * Parses a `where` given as an object: fields with values, or with the operators of `db.command`
 * (§7).
 */
import { isObject } from "../../platform/http/body.ts";
import {
  type Condition,
  environmentValue,
  likeCondition,
  checkDepth,
  type ParseContext,
  testCondition,
} from "./condition.ts";
import { syntaxFault } from "./fault.ts";
import { parseJql } from "./jql.ts";
import { type Stage, stagesOf } from "./wire.ts";

/** Converts a wire value: text, number, flag, null, an instant, or an environment variable. */
function scalarOf(reader: ParseContext, raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.map((one: unknown) => scalarOf(reader, one));
  if (!isObject(raw)) return raw;
  if ("$env" in raw) return environmentValue(reader, raw["$env"]);
  if ("$date" in raw && typeof raw["$date"] === "string") return new Date(raw["$date"]);
  throw syntaxFault("不支持的值");
}

/** Returns the stages after a leading `db.command`. */
function operatorsOf(raw: Readonly<Record<string, unknown>>): Stage[] {
  const [first, ...rest] = stagesOf(raw["$db"]);
  if (first?.method !== "command" || rest.length === 0) throw syntaxFault("不支持的子命令");
  return rest;
}

const isLogical = (method: string): boolean => method === "and" || method === "or";

/** `and(a, b)` and `and([a, b])` are equivalent. */
const operandsOf = ({ params }: Stage): readonly unknown[] =>
  params.length === 1 && Array.isArray(params[0]) ? params[0] : params;

/** Combines a chain of operators from the left: `gt(1).and(lt(9)).or(eq(0))`. */
function combineOperators(
  stages: readonly Stage[],
  of: { one(stage: Stage): Condition; operand(raw: unknown): Condition },
): Condition {
  return stages.reduce<Condition | undefined>((before, stage) => {
    const { method } = stage;
    const here = isLogical(method)
      ? operandsOf(stage).map((raw) => of.operand(raw))
      : [of.one(stage)];
    const parts = before ? [before, ...here] : here;
    if (parts.length === 0) throw syntaxFault(`${method} 需要条件`);
    return method === "or" ? { any: parts } : { all: parts };
  }, undefined) as Condition;
}

function fieldCondition(
  reader: ParseContext,
  name: string,
  raw: unknown,
  depth: number,
): Condition {
  checkDepth(depth);
  if (!isObject(raw)) return testCondition(reader, name, "eq", raw);
  if (isObject(raw["$regexp"])) {
    const { source, flags } = raw["$regexp"];
    return likeCondition(reader, name, { source, flags });
  }
  if (!("$db" in raw)) return testCondition(reader, name, "eq", scalarOf(reader, raw));
  return combineOperators(operatorsOf(raw), {
    one: ({ method, params }) => {
      if (params.length !== 1) throw syntaxFault(`${method.slice(0, 40)} 需要一个值`);
      return testCondition(reader, name, method, scalarOf(reader, params[0]));
    },
    operand: (operand) => fieldCondition(reader, name, operand, depth + 1),
  });
}

/**
 * Parses a whole `where`: JQL text, fields with values, or `and`/`or` of these. Throws
 * SYNTAX_ERROR.
 */
export function conditionOf(reader: ParseContext, raw: unknown, depth = 1): Condition {
  checkDepth(depth);
  if (typeof raw === "string") return parseJql(reader, raw);
  if (!isObject(raw)) throw syntaxFault("where 需要对象或字符串");
  if ("$db" in raw) {
    return combineOperators(operatorsOf(raw), {
      one: ({ method }) => {
        throw syntaxFault(`${method.slice(0, 40)} 需要写在字段上`);
      },
      operand: (operand) => conditionOf(reader, operand, depth + 1),
    });
  }
  const parts = Object.entries(raw).map(([name, value]) =>
    fieldCondition(reader, name, value, depth),
  );
  return { all: parts };
}
