/** Imports codes issued elsewhere into a batch of their own, with a report for every row. */
import { createHash } from "node:crypto";
import { parseCode } from "@yunjing/contract/exchange-code";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { chargeDealer } from "../dealers/quota.ts";
import { codeMac } from "../model.ts";
import { type ImportRow, rowsOf } from "./csv.ts";
import { newCode } from "./generate.ts";
import { recordStateChange } from "./history.ts";
import { insertCodes, existingMacs } from "./store/generation.ts";
import { insertBatch } from "./store.ts";
import { checkTarget } from "./target.ts";
import { shanghaiDay } from "../../../platform/shanghai.ts";

type Report = Output<"batches", "import">;
type Result = Report["rows"][number]["result"];
type ValidatedRow = ImportRow & { readonly result: Result };

const CODES_MAX = 100_000;
const ROWS_SHOWN = 1_000;
const CHUNK = 2_500;

const chunksOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, n) =>
    list.slice(n * CHUNK, (n + 1) * CHUNK),
  );

/** Classifies each row: good, malformed, duplicate in the file, or already an existing code. */
async function validateRows(
  context: Context,
  db: Db,
  rows: readonly ImportRow[],
): Promise<ValidatedRow[]> {
  const known = new Set<string>();
  const key = (folded: string) => codeMac(context, folded);
  for (const chunk of chunksOf(rows.flatMap(({ folded }) => folded ?? []))) {
    for (const mac of await existingMacs(db, chunk.map(key))) known.add(mac);
  }
  const seen = new Set<string>();
  return rows.map((row) => {
    if (row.folded === undefined) return { ...row, result: "bad_form" };
    const isTwice = seen.has(row.folded);
    seen.add(row.folded);
    if (isTwice) return { ...row, result: "twice_in_file" };
    return { ...row, result: known.has(key(row.folded).toString("hex")) ? "known" : "ok" };
  });
}

/** Lists every refused row, and the first `ROWS_SHOWN` accepted rows. */
function reportOf(validated: readonly ValidatedRow[]): Report {
  let shown = 0;
  const rows = validated
    .filter(({ result }) => result !== "ok" || shown++ < ROWS_SHOWN)
    .map(({ row, result, last4 }) => ({ row, result, last4 }));
  const accepted = validated.filter(({ result }) => result === "ok").length;
  return { total: validated.length, accepted, rows };
}

type Import = { readonly makerId: string; readonly input: Input<"batches", "import"> };

/**
 * Inserts the accepted codes and returns their batch. Refuses the whole import when another import
 * inserted one of them meanwhile.
 */
const insertImported = (
  context: Context,
  db: Db,
  { makerId, input }: Import,
  codes: readonly string[],
) =>
  transaction(db, async (tx) => {
    const now = context.clock.sql();
    const batchId = context.ids.next();
    const name =
      input.name ?? `导入 ${shanghaiDay(context.clock.now().getTime()).replaceAll("-", "")}`;
    const fileHash = createHash("sha256").update(input.file).digest();
    const hasOwnFormat = codes.some((code) => parseCode(code).form === "typo");
    await insertBatch(
      tx,
      {
        batchId,
        name,
        makerId,
        fileHash,
        hasOwnFormat,
        target: input.target,
        origin: "imported",
        state: "ready",
        count: codes.length,
        note: "",
        isSubmitted: true,
      },
      now,
    );
    let firstSerial = 1;
    for (const chunk of chunksOf(codes)) {
      const made = chunk.map((code) => newCode(context, code));
      const into = { batchId, target: input.target, firstSerial, now };
      const entered = await insertCodes(tx, into, made);
      if (entered !== chunk.length) throw new Refusal("KEY_BUSY");
      firstSerial += chunk.length;
    }
    await recordStateChange(context, tx, { batchId, makerId, actorId: makerId, to: "ready" });
    const { target } = input;
    await chargeDealer(context, tx, {
      batchId,
      makerId,
      target,
      count: codes.length,
      usesPerCode: 1,
    });
    return batchId;
  });

/**
 * Reports row by row. Without `dryRun` also inserts the good rows as a batch that waits for its
 * checker. Refuses INPUT_INVALID for an incomplete target, TOO_LARGE beyond 100,000 rows,
 * DEALER_QUOTA.
 */
export async function importBatch(context: Context, db: Db, wanted: Import): Promise<Report> {
  const { target, file, dryRun } = wanted.input;
  await checkTarget(context, db, target);
  const rows = rowsOf(file);
  if (rows.length > CODES_MAX) throw new Refusal("TOO_LARGE");
  const validated = await validateRows(context, db, rows);
  const report = reportOf(validated);
  if (dryRun || report.accepted === 0) return report;
  const codes = validated.flatMap(({ result, folded }) => (result === "ok" ? (folded ?? []) : []));
  invariant(codes.length === report.accepted, "every accepted row has a code");
  return { ...report, batchId: await insertImported(context, db, wanted, codes) };
}
