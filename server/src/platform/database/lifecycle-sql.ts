/**
 * Generates the triggers by which the database refuses a change of state that a lifecycle does not
 * have. A trigger reads only its own row; an allowed change pays only for its WHEN condition.
 */
import { type Lifecycle, storedInitialStates, storedMoves } from "../lifecycle.ts";

/** The names of the triggers of every table with a state column. */
export const lifecycleTriggers: readonly string[] = ["lifecycle_insert", "lifecycle_update"];

const INDENT = "    ";
const WIDTH = 110;

/** Returns one quoted text that lists the values between commas, in lines of limited width. */
function listLines(values: readonly string[]): string {
  const lines = [","];
  for (const value of values) {
    const last = lines.at(-1) ?? "";
    if (last.length + value.length + 4 <= WIDTH - INDENT.length) {
      lines[lines.length - 1] = `${last}${value},`;
    } else {
      lines.push(`${value},`);
    }
  }
  return lines.map((line) => `'${line}'`).join(`\n${INDENT}`);
}

/** Returns quoted values, separated by commas, in lines of limited width. */
function quotedLines(values: readonly string[]): string {
  const lines: string[] = [];
  for (const value of values) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + value.length + 4 <= WIDTH - INDENT.length) {
      lines[lines.length - 1] = `${last}, '${value}'`;
    } else {
      lines.push(`'${value}'`);
    }
  }
  return lines.join(`,\n${INDENT}`);
}

const insertCondition = (lifecycle: Lifecycle): string =>
  `NEW.${lifecycle.stored.column} NOT IN (${quotedLines(storedInitialStates(lifecycle))})`;

/**
 * Searches the moves in one text. The database reads the condition again for each statement that
 * writes the column, and a list of many constants is several times as long.
 */
function updateCondition(lifecycle: Lifecycle): string {
  const { column } = lifecycle.stored;
  const moves = listLines(storedMoves(lifecycle));
  return `OLD.${column} <> NEW.${column} AND strpos(\n${INDENT}${moves},\n${INDENT}',' || OLD.${column} || '>' || NEW.${column} || ',') = 0`;
}

function tableTriggers(table: string, lifecycles: readonly Lifecycle[]): string {
  const columns = lifecycles.map(({ stored }) => stored.column);
  const call = `EXECUTE FUNCTION platform_refuse_move(${columns.map((name) => `'${name}'`).join(", ")});`;
  return `CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON ${table}
FOR EACH ROW WHEN (
  ${lifecycles.map(insertCondition).join("\n  OR ")}
) ${call}

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF ${columns.join(", ")} ON ${table}
FOR EACH ROW WHEN (
  ${lifecycles.map(updateCondition).join("\n  OR ")}
) ${call}
`;
}

/** Returns the text of `<module>/functions/lifecycle.sql`. */
export function lifecycleSql(lifecycles: readonly Lifecycle[]): string {
  const tables = [...new Set(lifecycles.map(({ stored }) => stored.table))];
  const lifecyclesOf = (table: string) => lifecycles.filter(({ stored }) => stored.table === table);
  const header = `-- Generated from lifecycle.ts by \`npx tsx tools/lifecycles.ts --write\`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.
`;
  return `${header}\n${tables.map((table) => tableTriggers(table, lifecyclesOf(table))).join("\n")}`;
}
