/** Operators save the draft of a text, publish it now or later, and withdraw what waits. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { NamesOf } from "../../../platform/person-names.ts";
import { deterministicUuid } from "../../../platform/random.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import type { TextFault, VersionedName, VersionedTexts } from "../model.ts";
import {
  closeDraft,
  insertVersion,
  lockText,
  readDraft,
  readVersion,
  readVersions,
  storeDraft,
  type VersionRow,
  withdrawWaiting,
} from "../store/versions.ts";

type Change<N extends VersionedName> = {
  readonly name: N;
  readonly operatorId: string;
  readonly reason: string;
};

/**
 * Keeps a draft and returns its version. Refuses STATE_CHANGED {current} with the stored draft when
 * another version was saved meanwhile; then nothing is stored.
 */
export async function saveDraft<N extends VersionedName>(
  context: Context,
  db: Db,
  draft: {
    readonly name: N;
    readonly body: VersionedTexts[N];
    readonly sinceVersion: number;
    readonly operatorId: string;
    readonly namesOf: NamesOf;
  },
): Promise<number> {
  const { name, operatorId: savedBy, namesOf } = draft;
  const now = context.clock.sql();
  const version = await transaction(db, (tx) => storeDraft(tx, { ...draft, savedBy, now }));
  if (version !== undefined) return version;
  const stored = await readDraft(db, name);
  if (!stored || stored.savedBy === null) throw new Refusal("STATE_CHANGED");
  const nameOf = await namesOf(db, [stored.savedBy]);
  const by = { id: stored.savedBy, name: nameOf(stored.savedBy) };
  const { version: sinceVersion, body: text, savedAt } = stored;
  throw new Refusal("STATE_CHANGED", { current: { sinceVersion, text, savedBy: by, savedAt } });
}

const record = <N extends VersionedName>(
  context: Context,
  tx: Tx,
  { name, operatorId, reason }: Change<N>,
  change: { readonly event: string; readonly data: Readonly<Record<string, unknown>> },
): Promise<void> =>
  writeHistoryEntry(context, tx, {
    memberId: operatorId,
    entity: "site_content",
    entityId: deterministicUuid(`site_content:${name}`),
    name: change.event,
    actor: { kind: "operator", id: operatorId },
    reason,
    data: { name, ...change.data },
  });

/**
 * Publishes the draft of `sinceVersion` at once or at `at` (ms), withdraws what waited, and returns
 * the number of the version. Of two publications at once the second waits for the lock and then
 * finds the draft past. Refuses STATE_CHANGED, and INPUT_INVALID {field, text} for an instant that
 * is over and for a text that `faultOf` rejects.
 */
export const publishDraft = <N extends VersionedName>(
  context: Context,
  db: Db,
  wanted: Change<N> & {
    readonly sinceVersion: number;
    readonly mustAgreeAgain: boolean;
    readonly at: number | undefined;
    readonly faultOf: (body: VersionedTexts[N]) => TextFault | undefined;
  },
): Promise<number> =>
  transaction(db, async (tx) => {
    const { name, sinceVersion, mustAgreeAgain, at, operatorId, reason } = wanted;
    if (at !== undefined && at <= context.clock.now().getTime())
      throw new Refusal("INPUT_INVALID", { field: "at", text: "时间已过，请选以后的时间" });
    await lockText(tx, name);
    if (!(await closeDraft(tx, name, sinceVersion))) throw new Refusal("STATE_CHANGED");
    const body = (await readDraft(tx, name))?.body;
    invariant(body, "an open draft has a text");
    const fault = wanted.faultOf(body);
    if (fault) throw new Refusal("INPUT_INVALID", fault);
    const now = context.clock.sql();
    const withdrawn = await withdrawWaiting(tx, name, { by: operatorId, now });
    const startsAt = at === undefined ? undefined : new Date(at);
    const made = { name, body, mustAgreeAgain, reason, publishedBy: operatorId, startsAt, now };
    const version = await insertVersion(tx, made);
    const later = at === undefined ? {} : { startsAt: at };
    const data = { version, mustAgreeAgain, withdrawn, ...later };
    await record(context, tx, wanted, { event: "published", data });
    return version;
  });

/** Withdraws a version before its instant. Refuses NOT_FOUND, and STATE_CHANGED when it began. */
export const withdrawVersion = <N extends VersionedName>(
  context: Context,
  db: Db,
  wanted: Change<N> & { readonly version: number },
): Promise<void> =>
  transaction(db, async (tx) => {
    const { name, version, operatorId: by } = wanted;
    await lockText(tx, name);
    if ((await readVersion(tx, name, version)) === undefined) throw new Refusal("NOT_FOUND");
    const done = await withdrawWaiting(tx, name, { by, now: context.clock.sql(), version });
    if (done.length === 0) throw new Refusal("STATE_CHANGED");
    await record(context, tx, wanted, { event: "withdrawn", data: { version } });
  });

const PAGE_SIZE = 20;

/** Returns a version as operators see it; `live` is the number of the one in force. */
const shownVersion = (
  { by, isWithdrawn, hasBegun, ...row }: VersionRow,
  live: number,
  nameOf: (id: string) => string,
) => {
  const begun = row.version === live ? ("live" as const) : ("past" as const);
  return {
    ...row,
    by: { id: by, name: nameOf(by) },
    state: isWithdrawn ? ("withdrawn" as const) : hasBegun ? begun : ("waiting" as const),
  };
};

/** Returns a page of the versions of a text, the newest first. `live` is the one in force. */
export async function versionsOf(
  context: Context,
  db: Db,
  input: {
    readonly name: VersionedName;
    readonly live: number;
    readonly cursor?: string | undefined;
    readonly pageSize?: number | undefined;
    readonly namesOf: NamesOf;
  },
) {
  const { name, live, cursor, pageSize = PAGE_SIZE, namesOf } = input;
  const before = cursor === undefined ? null : Number(cursor);
  const now = context.clock.sql();
  const rows = await readVersions(db, name, { before, limit: pageSize + 1, now });
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const nameOf = await namesOf(db, [...new Set(shown.map(({ by }) => by))]);
  return {
    list: shown.map((row) => shownVersion(row, live, nameOf)),
    ...(last ? { nextCursor: String(last.version) } : {}),
  };
}
