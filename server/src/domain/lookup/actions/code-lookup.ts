/** Looks codes up by the whole code, its last four symbols, an order or a receipt. */
import { parseCode } from "@yunjing/contract/exchange-code";
import type { Input, Output } from "@yunjing/contract/operations";
import type { OperatorCodeRow, OperatorCodeState } from "@yunjing/contract/schemas/operators/codes";
import { shortReceiptToken } from "@yunjing/contract/receipt-link";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { codeMac } from "../../exchange/model.ts";
import { type MissKind, sayNotFound } from "../code-say.ts";
import { type CodeHead, type CodeTerm, findCodeHeads } from "../store/code-life.ts";
import { countDailyRead } from "./member-list.ts";

/** The state that operators see: a past end and a lapsed lock are not stored. */
export function codeStateOf(
  { state, validUntil, lockUntil, waitsForPay }: CodeHead,
  now: number,
): OperatorCodeState {
  switch (state) {
    case "ACTIVE":
    case "INACTIVE":
      return validUntil <= now ? "EXPIRED" : state;
    case "LOCKED":
      if (waitsForPay || (lockUntil !== null && lockUntil > now)) return "LOCKED";
      return validUntil <= now ? "EXPIRED" : "ACTIVE";
    case "REDEEMED":
    case "FROZEN":
    case "VOID":
      return state;
    default:
      throw new Error(`a code has no state ${state}`);
  }
}

export const codeRowOf = (head: CodeHead, now: number): OperatorCodeRow => ({
  codeId: head.codeId,
  last4: head.last4,
  serial: head.serial,
  batchId: head.batchId,
  batchName: head.batchName,
  title: head.title,
  state: codeStateOf(head, now),
  validUntil: head.validUntil,
});

type Search = { readonly term: CodeTerm; readonly miss: MissKind };

/** A receipt is a link or its token. */
function receiptTokenOf(receipt: string): string {
  const hash = receipt.includes("#") ? receipt.slice(receipt.indexOf("#")) : "";
  return shortReceiptToken(hash) ?? receipt.split(/[#/?=]/).at(-1) ?? receipt;
}

/** Exactly one of the four is expected. Refuses INPUT_INVALID. */
function searchOf(context: Context, input: Input<"operatorCodes", "lookup">): Search {
  const { code, last4, orderNo, receipt } = input;
  const given = [code, last4, orderNo, receipt].filter((one) => one !== undefined);
  if (given.length !== 1) throw new Refusal("INPUT_INVALID");
  if (code !== undefined) {
    const read = parseCode(code);
    if (read.form === "none") throw new Refusal("INPUT_INVALID", { field: "code" });
    const miss = read.form === "typo" ? "typo" : "unknown";
    return { term: { by: "mac", mac: codeMac(context, read.code) }, miss };
  }
  if (last4 !== undefined) {
    return { term: { by: "last4", last4: last4.toUpperCase() }, miss: "last4" };
  }
  if (orderNo !== undefined) return { term: { by: "orderNo", orderNo }, miss: "order" };
  const token = receiptTokenOf(receipt ?? "");
  return { term: { by: "receipt", hash: hashToken(token) }, miss: "receipt" };
}

/**
 * Finds at most 20 codes; without a result `say` tells the member why. Refuses INPUT_INVALID, and
 * RATE_LIMITED after the day's number of look-ups of this operator.
 */
export async function lookUpCodes(
  context: Context,
  db: Db,
  { operatorId, ...input }: Input<"operatorCodes", "lookup"> & { readonly operatorId: string },
): Promise<Output<"operatorCodes", "lookup">> {
  const { term, miss } = searchOf(context, input);
  const most = context.settings.codeLookupsPerDay;
  const counted = await countDailyRead(context, db, { operatorId, kind: "code-lookup", most });
  const now = context.clock.now().getTime();
  const found = await findCodeHeads(db, term);
  return {
    list: found.map((head) => codeRowOf(head, now)),
    ...counted,
    ...(found.length === 0 ? { say: sayNotFound(miss) } : {}),
  };
}
