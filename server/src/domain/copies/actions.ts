/** A member asks for a copy of their own data, gets a link by a proof, and downloads the copy once. */
import type { Output } from "@yunjing/contract/operations";
import type { Copies } from "@yunjing/contract/schemas/copies";
import { buffer } from "node:stream/consumers";
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../platform/entity-history.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { runIdempotently } from "../../platform/idempotency.ts";
import { enqueueMessage } from "../../platform/jobs/outbox.ts";
import { limitExceeded, Outage, Refusal } from "../../platform/refusal.ts";
import { hashToken } from "../../platform/secrets.ts";
import { SHANGHAI_MS } from "../../platform/shanghai.ts";
import { accountOf, lockMember } from "../members/actions.ts";
import { consumeProof } from "../security/actions.ts";
import { COPY_TOPIC, copyFileKey, LINK_MS, sealPlace } from "./model.ts";
import {
  countCopies,
  insertCopy,
  newestCopy,
  setLink,
  type StoredCopy,
  takeLink,
} from "./store.ts";

const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;

/** Returns the beginning of the day in Shanghai. */
const dayStart = (at: number): number =>
  Math.floor((at + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS;

type Asked = { readonly memberId: string };
type OfCopy = Asked & { readonly copyId: string };

function shownCopy(copy: StoredCopy, now: number): NonNullable<Copies["copy"]> {
  const {
    id: copyId,
    askedAt,
    readyAt,
    failedAt,
    bytes,
    filesUntil,
    removedAt,
    downloadedAt,
  } = copy;
  const isGone = removedAt !== null || filesUntil <= now;
  const state =
    failedAt !== null ? "failed" : readyAt === null ? "making" : isGone ? "gone" : "ready";
  return {
    copyId,
    askedAt,
    state,
    ...(state === "ready" ? { until: filesUntil } : {}),
    ...(state === "ready" && bytes !== null ? { bytes } : {}),
    ...(downloadedAt === null ? {} : { downloadedAt }),
  };
}

/** Returns the member's newest copy, and how many may be asked for today. */
export async function copiesOf(
  { clock, settings }: Context,
  db: Db | Tx,
  { memberId }: Asked,
): Promise<Copies> {
  const now = clock.now().getTime();
  const copy = await newestCopy(db, memberId);
  const asked = await countCopies(db, memberId, new Date(dayStart(now)));
  return {
    ...(copy ? { copy: shownCopy(copy, now) } : {}),
    leftToday: Math.max(0, settings.copiesPerDay - asked),
    needsCode: (await accountOf(db, memberId)).hasPhone,
  };
}

const record = (context: Context, tx: Tx, { memberId, copyId }: OfCopy, name: string) =>
  writeHistoryEntry(context, tx, {
    memberId,
    entity: "copy",
    entityId: copyId,
    name,
    actor: { kind: "member", id: memberId },
  });

/**
 * Asks for a copy, once per idempotency key. Refuses STATE_CHANGED while one is being made, and
 * RATE_LIMITED above `copiesPerDay`.
 */
export async function requestCopy(
  context: Context,
  db: Db,
  { memberId, key }: Asked & { readonly key: string },
): Promise<Copies> {
  await runIdempotently(
    context,
    db,
    { memberId, route: "copies.request", key, body: {} },
    async (tx) => {
      await lockMember(tx, memberId);
      const now = context.clock.now().getTime();
      const start = dayStart(now);
      const copyId = context.ids.next();
      const filesUntil = new Date(now + context.settings.copyKeptMs);
      if ((await countCopies(tx, memberId, new Date(start))) >= context.settings.copiesPerDay)
        throw limitExceeded("RATE_LIMITED", start + DAY_MS - now);
      const isMade = await insertCopy(tx, {
        memberId,
        id: copyId,
        filesUntil,
        now: context.clock.sql(),
      });
      if (!isMade) throw new Refusal("STATE_CHANGED");
      await record(context, tx, { memberId, copyId }, "requested");
      await enqueueMessage(context, tx, {
        memberId,
        aggregateId: copyId,
        topic: COPY_TOPIC,
        payload: { copyId },
      });
      return {};
    },
  );
  return copiesOf(context, db, { memberId });
}

/**
 * Returns a link that downloads the copy once within ten minutes; an earlier link ends. Refuses
 * STEP_UP_NEEDED without a proof by SMS, for members with a phone, and NOT_FOUND.
 */
export const linkCopy = (
  context: Context,
  db: Db,
  { memberId, copyId, stepUp }: OfCopy & { readonly stepUp: string | undefined },
): Promise<Output<"copies", "link">> =>
  transaction(db, async (tx) => {
    const link = Buffer.from(context.random.bytes(TOKEN_BYTES)).toString("base64url");
    const until = context.clock.now().getTime() + LINK_MS;
    const isSet = await setLink(tx, {
      memberId,
      id: copyId,
      hash: hashToken(link),
      until: new Date(until),
      now: context.clock.sql(),
    });
    if (!isSet) throw new Refusal("NOT_FOUND");
    const proof = { memberId, purpose: "copy", stepUp: stepUp ?? "" } as const;
    const { hasPhone } = await accountOf(tx, memberId);
    if (hasPhone && !(await consumeProof(context, tx, proof))) throw new Refusal("STEP_UP_NEEDED");
    await record(context, tx, { memberId, copyId }, "linked");
    return { link, until };
  });

/** Uses the link up and returns the copy. Refuses NOT_FOUND for a link that is used, past or wrong. */
export async function downloadCopy(
  context: Context,
  db: Db,
  store: Pick<FileStore, "get">,
  { memberId, copyId, link }: OfCopy & { readonly link: string },
): Promise<Buffer> {
  await transaction(db, async (tx) => {
    const taken = { memberId, id: copyId, hash: hashToken(link), now: context.clock.sql() };
    if (!(await takeLink(tx, taken))) throw new Refusal("NOT_FOUND");
    await record(context, tx, { memberId, copyId }, "downloaded");
  });
  const found = await store.get(copyFileKey(copyId));
  if (!found) throw new Outage("the file store", new Error("a copy's file is missing"));
  const sealed = await buffer(found.stream);
  return Buffer.from(context.secrets.open(sealed, sealPlace(copyId)));
}
