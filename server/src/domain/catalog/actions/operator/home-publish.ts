/** Operators save the home page's draft, publish it now or later, withdraw and roll back. */
import type { DraftBlock } from "@yunjing/contract/schemas/operators/home-page";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import {
  closeHomeDraft,
  homeInForce,
  insertHomeVersion,
  type LiveHome,
  lockHome,
  readHomeBlocks,
  readHomeDraft,
  readHomeVersions,
  storeHomeDraft,
  withdrawWaiting,
} from "../../store/home-page.ts";
import type { Shop } from "../../catalog-cache.ts";
import { recordOperatorChange } from "./change-history.ts";
import { homeChecksOf, type HomeDeps } from "./home-page.ts";
import { refuseFaults } from "./publish-draft.ts";

type Change = { readonly operatorId: string; readonly reason: string };

/** Refuses STATE_CHANGED with the stored draft, who saved it and when. */
async function refuseStale(db: Db, { namesOf }: HomeDeps): Promise<never> {
  const stored = await readHomeDraft(db);
  if (!stored || stored.savedBy === null) throw new Refusal("STATE_CHANGED");
  const { version, blocks, savedBy, savedAt } = stored;
  const nameOf = await namesOf(db, [savedBy]);
  const by = { id: savedBy, name: nameOf(savedBy) };
  throw new Refusal("STATE_CHANGED", {
    current: { sinceVersion: version, blocks, savedBy: by, savedAt },
  });
}

/**
 * Keeps a draft and returns its version. Refuses INPUT_INVALID for two blocks of one id, and
 * STATE_CHANGED {current} when another version was saved meanwhile; then nothing is stored.
 */
export async function saveHomeDraft(
  deps: HomeDeps,
  db: Db,
  draft: {
    readonly sinceVersion: number;
    readonly blocks: readonly DraftBlock[];
    readonly operatorId: string;
  },
): Promise<number> {
  const { sinceVersion, blocks, operatorId: savedBy } = draft;
  if (new Set(blocks.map(({ blockId }) => blockId)).size !== blocks.length)
    throw new Refusal("INPUT_INVALID", { field: "blocks", text: "版块编号重复，请删除一块" });
  const now = deps.shop.context.clock.sql();
  const version = await transaction(db, (tx) =>
    storeHomeDraft(tx, { sinceVersion, blocks, savedBy, now }),
  );
  return version ?? refuseStale(db, deps);
}

/** Keeps what members saw before the first version as version 1, so that it can be restored. */
async function keepUnversioned(
  { context }: Shop,
  tx: Tx,
  { live, operatorId }: { live: LiveHome; operatorId: string },
): Promise<void> {
  const now = context.clock.sql();
  const [newest] = await readHomeVersions(tx, { before: null, limit: 1, now });
  if (newest || live.blocks.length === 0) return;
  const reason = "首次发布之前的首页";
  await insertHomeVersion(tx, { blocks: live.blocks, reason, publishedBy: operatorId, now });
}

const record = (
  { context }: Shop,
  tx: Tx,
  { operatorId, reason }: Change,
  change: { readonly event: string; readonly data: Readonly<Record<string, unknown>> },
): Promise<void> =>
  recordOperatorChange(context, tx, {
    operatorId,
    reason,
    entity: "home_page",
    name: "home",
    ...change,
  });

/**
 * Publishes the draft of `sinceVersion` at once or at `at` (ms), withdraws what waited, and returns
 * the number of the version. Of two publications at once the second waits for the lock and then
 * finds the draft past. Refuses STATE_CHANGED, INPUT_INVALID for an instant that is over, and
 * PUBLISH_DENIED {missing: [{field, text}]}.
 */
export const publishHome = (
  { shop }: HomeDeps,
  db: Db,
  wanted: Change & { readonly sinceVersion: number; readonly at?: number | undefined },
): Promise<number> =>
  transaction(db, async (tx) => {
    const { sinceVersion, at, operatorId, reason } = wanted;
    const { clock } = shop.context;
    if (at !== undefined && at <= clock.now().getTime())
      throw new Refusal("INPUT_INVALID", { field: "at", text: "时间已过，请选以后的时间" });
    await lockHome(tx);
    if (!(await closeHomeDraft(tx, sinceVersion))) throw new Refusal("STATE_CHANGED");
    const { blocks = [] } = (await readHomeDraft(tx)) ?? {};
    refuseFaults((await homeChecksOf(tx, blocks)).filter(({ isGood }) => !isGood));
    const now = clock.sql();
    await keepUnversioned(shop, tx, { live: await homeInForce(tx, now), operatorId });
    const withdrawn = await withdrawWaiting(tx, { by: operatorId, now });
    const startsAt = at === undefined ? undefined : new Date(at);
    const version = await insertHomeVersion(tx, {
      blocks,
      reason,
      publishedBy: operatorId,
      startsAt,
      now,
    });
    const data = { version, withdrawn, ...(at === undefined ? {} : { startsAt: at }) };
    await record(shop, tx, wanted, { event: "published", data });
    return version;
  });

/** Withdraws a version before its instant. Refuses NOT_FOUND, and STATE_CHANGED when it began. */
export const withdrawHome = (
  { shop }: HomeDeps,
  db: Db,
  wanted: Change & { readonly version: number },
): Promise<void> =>
  transaction(db, async (tx) => {
    const { version, operatorId: by } = wanted;
    await lockHome(tx);
    if (!(await readHomeBlocks(tx, version))) throw new Refusal("NOT_FOUND");
    const done = await withdrawWaiting(tx, { by, now: shop.context.clock.sql(), version });
    if (done.length === 0) throw new Refusal("STATE_CHANGED");
    await record(shop, tx, wanted, { event: "withdrawn", data: { version } });
  });

/**
 * Publishes the blocks of an older version again, at once, and returns the number of the new
 * version. An open draft stays; what waits for its instant is withdrawn. Refuses NOT_FOUND, and
 * STATE_CHANGED when another version than `liveVersion` is in force.
 */
export const rollBackHome = (
  { shop }: HomeDeps,
  db: Db,
  wanted: Change & { readonly version: number; readonly liveVersion: number },
): Promise<number> =>
  transaction(db, async (tx) => {
    const { version: restoredFrom, liveVersion, operatorId, reason } = wanted;
    const now = shop.context.clock.sql();
    await lockHome(tx);
    const live = await homeInForce(tx, now);
    if (live.version !== liveVersion) throw new Refusal("STATE_CHANGED");
    const blocks = await readHomeBlocks(tx, restoredFrom);
    if (!blocks) throw new Refusal("NOT_FOUND");
    const withdrawn = await withdrawWaiting(tx, { by: operatorId, now });
    const version = await insertHomeVersion(tx, {
      blocks,
      reason,
      publishedBy: operatorId,
      restoredFrom,
      now,
    });
    await record(shop, tx, wanted, {
      event: "rolled_back",
      data: { version, restoredFrom, replaced: live.version, withdrawn },
    });
    return version;
  });
