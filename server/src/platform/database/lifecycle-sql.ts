/**
 * Generates the triggers by which the database refuses a change of state that a lifecycle does not
 * have. A trigger reads only its own row. Its conditions are in its function, which is compiled once
 * for a connection; PostgreSQL reads a WHEN condition from its text for each statement again.
 */
import { type Lifecycle, storedInitialStates, storedMoves } from "../lifecycle.ts";

/** The names of the triggers of every table with a state column. */
export const lifecycleTriggers: readonly string[] = ["lifecycle_insert", "lifecycle_update"];

const INDENT = "      ";
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

/** Searches the moves in one text. */
function updateCondition(lifecycle: Lifecycle): string {
  const { column } = lifecycle.stored;
  const moves = listLines(storedMoves(lifecycle));
  return `OLD.${column} <> NEW.${column} AND strpos(\n${INDENT}${moves},\n${INDENT}',' || OLD.${column} || '>' || NEW.${column} || ',') = 0`;
}

/** The function of the database that words a refusal; only the generated functions call it. */
const WORDING = "platform_refused_states";

function tableTriggers(module: string, table: string, lifecycles: readonly Lifecycle[]): string {
  const check = `${module}_check_${table}`;
  const columns = lifecycles.map(({ stored }) => stored.column);
  const call = `FOR EACH ROW EXECUTE FUNCTION ${check}(${columns.map((name) => `'${name}'`).join(", ")});`;
  return `CREATE OR REPLACE FUNCTION ${check}() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.${columns[0]} IS NULL AND (
    ${lifecycles.map(insertCondition).join("\n    OR ")}
  ) OR ${lifecycles.map(updateCondition).join("\n    OR ")}
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, ${WORDING}(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON ${table}
${call}

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF ${columns.join(", ")} ON ${table}
${call}
`;
}

/** Returns the text of `<module>/functions/lifecycle.sql`. */
export function lifecycleSql(module: string, lifecycles: readonly Lifecycle[]): string {
  const tables = [...new Set(lifecycles.map(({ stored }) => stored.table))];
  const lifecyclesOf = (table: string) => lifecycles.filter(({ stored }) => stored.table === table);
  const header = `-- Generated from lifecycle.ts by \`npx tsx tools/lifecycles.ts --write\`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.
`;
  return `${header}\n${tables.map((table) => tableTriggers(module, table, lifecyclesOf(table))).join("\n")}`;
}
