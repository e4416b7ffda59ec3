/**
 * The approvals inbox: what waits for an operator's decision, what the operator proposed, and what
 * was decided, over every kind of two-person approval. A decision calls the kind's own action.
 */
import { createHash } from "node:crypto";
import { ownValue } from "@yunjing/contract/own-value";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readCursor } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { requestHash, runIdempotently } from "../../../platform/idempotency.ts";
import { Refusal } from "../../../platform/refusal.ts";
import {
  proposalKinds,
  refuseOwnAccount,
  type TwoPersonApproval,
  twoPersonApprovals,
} from "../model.ts";
import type {
  ApprovalAction,
  ApprovalDetail,
  ApprovalKind,
  ApprovalKinds,
  ApprovalSummary,
} from "../port.ts";
import { countWaiting } from "../store.ts";

/** An operator as the caller of the inbox. */
export type InboxReader = {
  readonly memberId: string;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
};

export type InboxDeps = {
  readonly kinds: ApprovalKinds;
  /** Wakes the outbox dispatcher after the commit. */
  readonly wake: (db: Db) => Promise<void>;
};

/** Returns whether this operator has a permission that decides the kind. */
export const mayDecideKind = (
  { permissions }: ApprovalKind,
  reader: Omit<InboxReader, "memberId">,
): boolean =>
  reader.roles.includes("admin") ||
  permissions.some((permission) => reader.permissions.includes(permission));

/** Returns the kinds that this operator may decide. */
export const kindsOf = ({ kinds }: InboxDeps, reader: InboxReader): TwoPersonApproval[] =>
  twoPersonApprovals.filter((name) => mayDecideKind(kinds[name], reader));

export type InboxLine = ApprovalSummary & {
  /** `<kind>.<ref>`, which names an approval of any kind. */
  readonly id: string;
  readonly kind: TwoPersonApproval;
};

type Box = "mine" | "made" | "decided";
const boxQuery = { mine: "waiting", made: "made", decided: "decided" } as const;

const compareText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/**
 * Returns a page: `mine` is what this operator may decide, the oldest first; `made` is the operator's
 * own, the newest first; `decided` the decided ones of the kinds that the operator may decide, the
 * latest first. Refuses BAD_REQUEST for a bad cursor.
 */
export async function listInbox(
  context: Context,
  db: Db,
  deps: InboxDeps,
  wanted: {
    readonly reader: InboxReader;
    readonly box: Box;
    readonly kind: TwoPersonApproval | undefined;
    readonly cursor: string | undefined;
    readonly pageSize: number;
  },
): Promise<{ readonly list: readonly InboxLine[]; readonly nextCursor: string | undefined }> {
  const { reader, box, kind, pageSize } = wanted;
  const after = readCursor(wanted.cursor);
  const visible = box === "made" ? twoPersonApprovals : kindsOf(deps, reader);
  const names = visible.filter((name) => kind === undefined || name === kind);
  const query = { operatorId: reader.memberId, after, limit: pageSize + 1 } as const;
  const pages = await Promise.all(
    names.map(async (name) => {
      const rows = await deps.kinds[name].list(context, db, { ...query, box: boxQuery[box] });
      return rows.map((row) => ({ ...row, kind: name, id: `${name}.${row.ref}` }));
    }),
  );
  const sign = box === "mine" ? 1 : -1;
  const all = pages
    .flat()
    .filter(({ beneficiary }) => box !== "mine" || beneficiary !== reader.memberId)
    .toSorted((a, b) => sign * (a.micros - b.micros || compareText(a.id, b.id)));
  const list = all.slice(0, pageSize);
  const last = list.at(-1);
  return { list, nextCursor: all.length > pageSize && last ? cursorOf(last) : undefined };
}

/**
 * Counts what this operator may decide, up to `limit`; undefined for an operator who may decide no
 * kind. One statement counts all stored kinds, and each other kind needs one.
 */
export async function countInbox(
  context: Context,
  db: Db,
  deps: InboxDeps,
  { reader, limit }: { readonly reader: InboxReader; readonly limit: number },
): Promise<number | undefined> {
  const names = kindsOf(deps, reader);
  if (names.length === 0) return undefined;
  const operatorId = reader.memberId;
  const stored = proposalKinds.filter((name) => names.includes(name));
  const others = names.filter((name) => !stored.some((one) => one === name));
  const query = { box: "waiting", operatorId, after: undefined, limit } as const;
  const now = context.clock.sql();
  const [count, ...lists] = await Promise.all([
    stored.length > 0 ? countWaiting(db, { kinds: stored, operatorId, limit, now }) : 0,
    ...others.map((name) => deps.kinds[name].list(context, db, query)),
  ]);
  const isOthers = ({ beneficiary }: ApprovalSummary) => beneficiary !== operatorId;
  return Math.min(limit, count + lists.flat().filter(isOthers).length);
}

/** Returns the kind and the kind's own id. Refuses NOT_FOUND for an id of no kind. */
export function parse(deps: InboxDeps, id: string): { kind: TwoPersonApproval; ref: string } {
  const [, kind = "", ref = ""] = /^([a-z_]+)\.(.+)$/.exec(id) ?? [];
  const name = twoPersonApprovals.find((one) => one === kind);
  if (!name || !ownValue(deps.kinds, name)) throw new Refusal("NOT_FOUND");
  return { kind: name, ref };
}

/** Returns the fingerprint of what the checker agrees to. */
const etagOf = (id: string, { agreed }: ApprovalDetail): string =>
  createHash("sha256").update(id).update(requestHash(agreed)).digest("hex").slice(0, 32);

export type InboxDetail = Omit<ApprovalDetail, "agreed"> & {
  readonly id: string;
  readonly kind: TwoPersonApproval;
  readonly etag: string;
  /** What this operator may do with it now. */
  readonly may: readonly ApprovalAction[];
  /** Why the operator may not decide it, in Chinese. */
  readonly why: string | undefined;
};

function mayNow(
  kind: ApprovalKind,
  { state, maker, beneficiary }: ApprovalSummary,
  reader: InboxReader,
): Pick<InboxDetail, "may" | "why"> {
  const only = (...wanted: readonly ApprovalAction[]) =>
    kind.actions.filter((action) => wanted.includes(action));
  if (state === "expired") return { may: [], why: "已超过 24 小时，请提议人重新提交" };
  if (state !== "waiting") return { may: [], why: undefined };
  if (maker === reader.memberId) return { may: only("withdraw"), why: "不能审批自己的提议" };
  if (beneficiary === reader.memberId) return { may: [], why: "不能审批涉及自己账户的提议" };
  if (!mayDecideKind(kind, reader)) return { may: [], why: "没有审批此类提议的权限" };
  return { may: only("approve", "reject"), why: undefined };
}

/** Refuses NOT_FOUND, and NO_PERMISSION to an operator who neither made it nor may decide it. */
export async function findInInbox(
  context: Context,
  db: Db,
  deps: InboxDeps,
  { reader, id }: { readonly reader: InboxReader; readonly id: string },
): Promise<InboxDetail> {
  const { kind, ref } = parse(deps, id);
  const source = deps.kinds[kind];
  const found = await source.find(context, db, { ref, readerId: reader.memberId });
  if (!found) throw new Refusal("NOT_FOUND");
  const isReadable = mayDecideKind(source, reader) || found.maker === reader.memberId;
  if (!isReadable) throw new Refusal("NO_PERMISSION");
  const { agreed: _agreed, ...detail } = found;
  return { ...detail, id, kind, etag: etagOf(id, found), ...mayNow(source, found, reader) };
}

/** Returns which of these approvals wait for a decision that the operator may make. */
export async function waitingInInbox(
  context: Context,
  db: Db,
  deps: InboxDeps,
  { reader, ids }: { readonly reader: InboxReader; readonly ids: readonly string[] },
): Promise<string[]> {
  const waiting = await Promise.all(
    ids.map(async (id) => {
      const { kind, ref } = parse(deps, id);
      const source = deps.kinds[kind];
      const found = await source.find(context, db, { ref, readerId: reader.memberId });
      return found !== undefined && mayNow(source, found, reader).may.includes("approve");
    }),
  );
  return ids.filter((_id, at) => waiting[at]);
}

export type InboxDecision = {
  readonly reader: InboxReader;
  readonly key: string;
  readonly id: string;
  readonly action: ApprovalAction;
  readonly etag: string;
  readonly reason: string;
};

const ends = { approve: "approved", reject: "rejected", withdraw: "withdrawn" } as const;

/** Refuses as `decideInInbox` says. */
export function refuseDecision(
  source: ApprovalKind,
  found: ApprovalDetail,
  { reader, id, action, etag }: Pick<InboxDecision, "reader" | "id" | "action" | "etag">,
): void {
  const isOwn = found.maker === reader.memberId;
  const isAllowed = action === "withdraw" ? isOwn : mayDecideKind(source, reader);
  if (!isAllowed) throw new Refusal("NO_PERMISSION");
  if (action !== "withdraw" && isOwn) throw new Refusal("TWO_PERSONS");
  if (found.state === "expired") throw new Refusal("APPROVAL_EXPIRED");
  if (found.state !== "waiting" || etagOf(id, found) !== etag) throw new Refusal("STATE_CHANGED");
  if (found.beneficiary !== null) refuseOwnAccount(reader.memberId, found.beneficiary);
  if (!source.actions.includes(action)) throw new Refusal("NOT_FOUND");
}

async function decideLocked(
  context: Context,
  tx: Tx,
  source: ApprovalKind,
  { ref, ...decision }: InboxDecision & { readonly ref: string },
): Promise<void> {
  const { action, reason, reader } = decision;
  await source.lock(context, tx, ref);
  const found = await source.find(context, tx, { ref, readerId: reader.memberId });
  if (!found) throw new Refusal("NOT_FOUND");
  refuseDecision(source, found, decision);
  await source.decide(context, tx, { ref, action, actor: reader.memberId, reason });
}

/**
 * Decides, once for each key, what the operator saw: the etag is compared under the lock of the
 * decision. Refuses NOT_FOUND, NO_PERMISSION without the kind's permission (and for withdrawing
 * another's), TWO_PERSONS for the maker, APPROVAL_EXPIRED, STATE_CHANGED when it was decided or has
 * changed, OWN_ACCOUNT, and every refusal of the kind's own action.
 */
export async function decideInInbox(
  context: Context,
  db: Db,
  deps: InboxDeps,
  decision: InboxDecision,
): Promise<{ readonly state: (typeof ends)[ApprovalAction]; readonly revealed?: string }> {
  const { reader, key, id, action, etag, reason } = decision;
  const { kind, ref } = parse(deps, id);
  const source = deps.kinds[kind];
  const route = `operatorApprovals.${action}`;
  const intent = { memberId: reader.memberId, route, key, body: { id, etag, reason } };
  const state = await runIdempotently(context, db, intent, async (tx) => {
    await decideLocked(context, tx, source, { ...decision, ref });
    return ends[action];
  });
  await deps.wake(db);
  if (action !== "approve" || !source.revealed) return { state };
  return { state, revealed: await source.revealed(context, db, { ref, actor: reader.memberId }) };
}
