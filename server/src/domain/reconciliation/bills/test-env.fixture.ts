/**
 * Test environment for bills: a database with scripted payments, refunds and supplies, and a source
 * with scripted days.
 */
import pg from "pg";
import { closeDatabase, openDatabase } from "../../../platform/database/pool.ts";
import { freshDatabase } from "../../../platform/database/testing.ts";
import { testContext } from "../../../platform/testing.ts";
import type { StatementAnswer, StatementLine } from "../../fulfilment/port.ts";
import type { BillSource } from "../port.ts";
import { recordInserters } from "./own-records.fixture.ts";

/** Fees as the channel calculates them: 0.6 %, rounded to the nearest fen. */
export const feeOf = (fen: number): number => Math.floor((fen * 60 + 5_000) / 10_000);

export const DAY = "2026-11-19";
export const NEXT_DAY = "2026-11-20";
/** Returns the instant of this hour and minute of the day in China. */
export const atTime = (time: string, day = DAY): Date => new Date(`${day}T${time}:00+08:00`);

/** A payment of the day, and its row on the channel's bill. */
export const ours = {
  outNo: "P0000001",
  number: "4200000001",
  amountFen: 2_990,
  at: atTime("12:00"),
};
export const statementRow = (changes: Partial<StatementLine> = {}): StatementLine => {
  const line = {
    kind: "payment",
    outNo: ours.outNo,
    channelNo: ours.number,
    amountFen: 2_990,
  } as const;
  const billed = { ...line, state: "SUCCESS", at: ours.at, ...changes };
  return { feeFen: (billed.kind === "payment" ? 1 : -1) * feeOf(billed.amountFen), ...billed };
};

/**
 * A source whose days are set by the test; an unset day is not available yet. It counts how often
 * it was polled.
 */
export function scriptedSource(source: string) {
  const days = new Map<string, readonly StatementLine[] | "none">();
  const polledDays: string[] = [];
  const statement = async (day: string): Promise<StatementAnswer> => {
    polledDays.push(day);
    const statementLines = days.get(day);
    if (statementLines === undefined) return { state: "unknown", reason: "STATEMENT_CREATING" };
    if (statementLines === "none") return { state: "none" };
    return {
      state: "statement",
      digest: JSON.stringify(statementLines.length) + JSON.stringify(statementLines.slice(0, 9)),
      lines: async function* () {
        yield* statementLines;
      },
      discard: async () => undefined,
    };
  };
  const from: BillSource = { source, statement };
  return { from, days, polledDays };
}

export async function createBillTestEnv(settings: Readonly<Record<string, unknown>> = {}) {
  const fresh = await freshDatabase();
  const context = testContext(settings);
  const db = openDatabase({ url: fresh.appUrl, log: context.log });
  const owner = new pg.Client(fresh.ownerUrl);
  await owner.connect();
  const rows = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<R>(text, values)).rows;
  return {
    context,
    db,
    owner,
    /** The connection string of the application. */
    url: fresh.appUrl,
    rows,
    put: recordInserters(owner, () => context.ids.next()),
    /** Returns all recorded differences, as `class subject`, in order. */
    found: async (): Promise<string[]> =>
      (
        await rows<{ line: string }>(
          "SELECT class || ' ' || subject AS line FROM bill_difference ORDER BY 1",
        )
      ).map(({ line }) => line),
    async close() {
      await closeDatabase(db);
      await owner.end();
      await fresh.drop();
    },
  };
}
export type BillTestEnv = Awaited<ReturnType<typeof createBillTestEnv>>;
