/**
 * Operators change one code: release, freeze, resume, extend, and propose its void. Each locks the
 * code's row, so that it and a redemption follow each other.
 */
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../../platform/entity-history.ts";
import { runIdempotently } from "../../../../platform/idempotency.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { propose } from "../../../approvals/actions.ts";
import { VOID } from "../../batches/void.ts";
import {
  type CodeRow,
  extendOneCode,
  freeHeldUses,
  isVoidProposed,
  lockCode,
  moveCode,
  unlockCode,
} from "../../store/one-code.ts";

/** An operator's act on one code; the key makes it happen once. */
export type CodeAct = {
  readonly codeId: string;
  readonly operatorId: string;
  readonly reason: string;
  readonly key: string;
};

const DAY_MS = 86_400_000;

type Change = { readonly name: string; readonly from?: string; readonly to?: string };

/** The history of an operator's acts on a code is stored under the batch's maker. */
const record = (
  context: Context,
  tx: Tx,
  code: CodeRow,
  { operatorId, reason, ...change }: Change & Pick<CodeAct, "operatorId" | "reason">,
): Promise<void> =>
  writeHistoryEntry(context, tx, {
    memberId: code.makerId,
    entity: "code",
    entityId: code.codeId,
    ...change,
    actor: { kind: "operator", id: operatorId },
    reason,
  });

/**
 * Runs one act on a locked code, once for its key; `change` returns what to record. Refuses
 * NOT_FOUND, KEY_REUSED, and as `change`.
 */
const actOn = (
  context: Context,
  db: Db,
  { operatorId, key, reason, ...body }: CodeAct & { readonly validUntil?: number },
  { name, change }: { name: string; change: (tx: Tx, code: CodeRow) => Promise<Change> },
): Promise<object> => {
  const intent = { memberId: operatorId, route: `operatorCodes.${name}`, key };
  return runIdempotently(context, db, { ...intent, body: { ...body, reason } }, async (tx) => {
    const code = await lockCode(tx, body.codeId);
    if (!code) throw new Refusal("NOT_FOUND");
    const changed = await change(tx, code);
    await record(context, tx, code, { ...changed, operatorId, reason });
    return {};
  });
};

/**
 * Ends the session that locks the code, or frees the uses that sessions hold. Refuses NOT_FOUND,
 * and STATE_CHANGED when nothing is held or an unpaid order waits for the code.
 */
export const releaseCodeByOperator = (context: Context, db: Db, act: CodeAct): Promise<object> =>
  actOn(context, db, act, {
    name: "release",
    change: async (tx, { codeMac, usesPerCode }) => {
      const isOfMany = usesPerCode > 1;
      const isFreed = isOfMany
        ? (await freeHeldUses(tx, { codeMac, now: context.clock.sql() })) > 0
        : await unlockCode(tx, codeMac);
      if (!isFreed) throw new Refusal("STATE_CHANGED");
      return { name: "released", from: isOfMany ? "ACTIVE" : "LOCKED", to: "ACTIVE" };
    },
  });

/** Keeps a live or locked code from being redeemed. Refuses NOT_FOUND, STATE_CHANGED. */
export const freezeCode = (context: Context, db: Db, act: CodeAct): Promise<object> =>
  actOn(context, db, act, {
    name: "freeze",
    change: async (tx, { codeMac, state }) => {
      if (!(await moveCode(tx, codeMac, "freeze"))) throw new Refusal("STATE_CHANGED");
      return { name: "frozen", from: state, to: "FROZEN" };
    },
  });

/** Makes a frozen code live again. Refuses NOT_FOUND, STATE_CHANGED. */
export const resumeCode = (context: Context, db: Db, act: CodeAct): Promise<object> =>
  actOn(context, db, act, {
    name: "resume",
    change: async (tx, { codeMac }) => {
      if (!(await moveCode(tx, codeMac, "resume"))) throw new Refusal("STATE_CHANGED");
      return { name: "resumed", from: "FROZEN", to: "ACTIVE" };
    },
  });

/**
 * Sets a later end, in ms. Refuses NOT_FOUND, STATE_CHANGED for a redeemed or void code, and
 * INPUT_INVALID for an end that is past or not later.
 */
export function extendCode(
  context: Context,
  db: Db,
  { validUntil, ...act }: CodeAct & { readonly validUntil: number },
): Promise<object> {
  if (validUntil <= context.clock.now().getTime())
    throw new Refusal("INPUT_INVALID", { field: "validUntil" });
  return actOn(
    context,
    db,
    { ...act, validUntil },
    {
      name: "extend",
      change: async (tx, { codeMac, state }) => {
        if (state === "REDEEMED" || state === "VOID") throw new Refusal("STATE_CHANGED");
        if (!(await extendOneCode(tx, { codeMac, validUntil })))
          throw new Refusal("INPUT_INVALID", { field: "validUntil" });
        return { name: "extended" };
      },
    },
  );
}

/**
 * Proposes to void one code; it is decided with the proposals of its batch. Returns the approval's
 * id. Refuses NOT_FOUND, and STATE_CHANGED for a redeemed or void code, or while it is proposed.
 */
export async function proposeCodeVoid(
  context: Context,
  db: Db,
  { codeId, operatorId, reason, key }: CodeAct,
): Promise<string> {
  const intent = { memberId: operatorId, route: "operatorCodes.void", key };
  return runIdempotently(context, db, { ...intent, body: { codeId, reason } }, async (tx) => {
    const code = await lockCode(tx, codeId);
    if (!code) throw new Refusal("NOT_FOUND");
    const { batchId, serial, state } = code;
    const since = new Date(context.clock.now().getTime() - DAY_MS);
    const isOver = state === "REDEEMED" || state === "VOID";
    if (isOver || (await isVoidProposed(tx, { batchId, serial, since }))) {
      throw new Refusal("STATE_CHANGED");
    }
    const payload = { from: serial, to: serial };
    const wanted = { kind: VOID, subject: batchId, payload, reason } as const;
    return propose(context, tx, { ...wanted, maker: operatorId, beneficiary: null });
  });
}
