/**
 * Passes a waiting approval on to a colleague who may decide it. The others may still decide it, so
 * that an absent colleague does not let it expire (decision 0113).
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { saveAssignment } from "../store/assignments.ts";
import { recordHandover } from "./handovers.ts";
import { type InboxDeps, type InboxReader, mayDecideKind, parse, refuseDecision } from "./inbox.ts";

/** An operator to whom work may be given. */
export type Colleague = InboxReader & { readonly name: string };

/** Returns the operators who are not disabled; of these ids, where some are given. */
export type ReadColleagues = (
  db: Db | Tx,
  ids?: readonly string[],
) => Promise<readonly Colleague[]>;

export type PassOn = {
  readonly reader: InboxReader;
  readonly key: string;
  readonly id: string;
  readonly etag: string;
  readonly reason: string;
  readonly toId: string;
};

/** The name of an approval in the table of assignments. */
export const approvalObject = (id: string): string => `approval.${id}`;

type Proposal = { readonly maker: string; readonly beneficiary: string | null };

const mayTake = (
  kind: Parameters<typeof mayDecideKind>[0],
  { maker, beneficiary }: Proposal,
  colleague: Colleague,
): boolean =>
  mayDecideKind(kind, colleague) &&
  colleague.memberId !== maker &&
  colleague.memberId !== beneficiary;

/**
 * Returns the colleagues of this operator who may decide an approval. Refuses NOT_FOUND, and
 * NO_PERMISSION to an operator who may not decide it.
 */
export async function colleaguesFor(
  context: Context,
  db: Db,
  deps: InboxDeps,
  wanted: {
    readonly reader: InboxReader;
    readonly id: string;
    readonly colleagues: ReadColleagues;
  },
): Promise<{ readonly id: string; readonly name: string }[]> {
  const { reader, id, colleagues } = wanted;
  const { kind, ref } = parse(deps, id);
  const source = deps.kinds[kind];
  const found = await source.find(context, db, { ref, readerId: reader.memberId });
  if (!found) throw new Refusal("NOT_FOUND");
  if (!mayDecideKind(source, reader)) throw new Refusal("NO_PERMISSION");
  return (await colleagues(db))
    .filter((one) => one.memberId !== reader.memberId && mayTake(source, found, one))
    .map(({ memberId, name }) => ({ id: memberId, name }));
}

async function passOnLocked(
  context: Context,
  tx: Tx,
  deps: InboxDeps,
  { colleagues, ...passing }: PassOn & { readonly colleagues: ReadColleagues },
): Promise<void> {
  const { reader, id, reason, toId } = passing;
  const { kind, ref } = parse(deps, id);
  const source = deps.kinds[kind];
  await source.lock(context, tx, ref);
  const found = await source.find(context, tx, { ref, readerId: reader.memberId });
  if (!found) throw new Refusal("NOT_FOUND");
  // Only who may decide it now may pass it on.
  refuseDecision(source, found, { ...passing, action: "approve" });
  const [to] = await colleagues(tx, [toId]);
  if (!to || toId === reader.memberId || !mayTake(source, found, to))
    throw new Refusal("INPUT_INVALID", { field: "toId", text: "这位同事不能审批它，请选另一位" });
  const assignment = { object: approvalObject(id), operatorId: toId, by: reader.memberId, reason };
  await saveAssignment(tx, assignment, context.clock.sql());
  await recordHandover(context, tx, { ...assignment, toId });
}

/**
 * Passes on, once for each key, what the operator saw: under the lock of its decision, so that a
 * decided approval is never passed on. Refuses NOT_FOUND, NO_PERMISSION, TWO_PERSONS for the maker,
 * APPROVAL_EXPIRED, STATE_CHANGED when it was decided or has changed, OWN_ACCOUNT, and INPUT_INVALID
 * for a colleague who may not decide it.
 */
export async function passOnInInbox(
  context: Context,
  db: Db,
  deps: InboxDeps,
  { colleagues, ...passing }: PassOn & { readonly colleagues: ReadColleagues },
): Promise<void> {
  const { reader, key, id, etag, reason, toId } = passing;
  const body = { id, etag, reason, toId };
  const intent = { memberId: reader.memberId, route: "operatorApprovals.passOn", key, body };
  await runIdempotently(context, db, intent, async (tx) => {
    await passOnLocked(context, tx, deps, { ...passing, colleagues });
    return {};
  });
}
