/** What may be done with files: ask for a ticket, upload, be given links, read, keep, and let go. */
import { createHash } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { countWithin } from "../../platform/counter.ts";
import type { FileStore, StoredBytes } from "../../platform/files/store.ts";
import { Refusal } from "../../platform/refusal.ts";
import { BYTES_MAX, type ImagePress } from "./image/press.ts";
import { isGoodLink, type Link, linkOf, policyFields, readPolicy } from "./links.ts";
import {
  idInPath,
  mayBePicture,
  pathFault,
  pathInId,
  type Purpose,
  savedNameOf,
  storeKeyOf,
  types,
} from "./model.ts";
import type { Turns } from "./turns.ts";
import { adoptRow, findFiles, insertTicket, noteStored, releaseRow, takeTicket } from "./store.ts";
import { shanghaiMonth } from "../../platform/shanghai.ts";

export { createImagePress, type ImagePress } from "./image/press.ts";
export { BYTES_MAX as PICTURE_BYTES_MAX } from "./image/press.ts";

export { createTurns } from "./turns.ts";

export type FileDeps = {
  readonly store: FileStore;
  readonly images: ImagePress;
  /** So many uploads of one member, or one address, at a time. */
  readonly turns: Turns;
};
/** Who uploads: a member by our own client, else whoever sits at an address. */
export type Uploader = { readonly ownerId: string | undefined; readonly address: string };

const DAY_MS = 86_400_000;
const KB = 1024;

const subjectOf = ({ ownerId, address }: Uploader): string =>
  ownerId === undefined ? `address:${address}` : `member:${ownerId}`;

async function countOne(
  context: Context,
  db: Db,
  limit: { readonly subject: string; readonly most: number; readonly by?: number },
): Promise<void> {
  const { subject, most, by } = limit;
  const now = context.clock.now();
  const counter = { subject: `file:${subject}`, windowMs: DAY_MS, now, by };
  await countWithin(db, { ...counter, most, code: "FILE_QUOTA" });
}

/** `yyyy/mm` of now, in Shanghai. */
const monthOf = (now: Date): string => shanghaiMonth(now.getTime()).replace("-", "/");

export type Ticket = {
  readonly id: string;
  readonly fields: ReturnType<typeof policyFields>;
};

/** A ticket for one upload. Refuses FILE_PATH, FILE_TYPE and FILE_QUOTA. */
export async function openTicket(
  context: Context,
  db: Db,
  asked: Uploader & { readonly spaceId: string; readonly cloudPath: string },
): Promise<Ticket> {
  const { clock, ids, settings } = context;
  const cloudPath = asked.cloudPath.trim();
  if (pathFault(cloudPath)) throw new Refusal("FILE_PATH");
  if (!mayBePicture(cloudPath)) throw new Refusal("FILE_TYPE");
  const { ownerId } = asked;
  await countOne(context, db, { subject: subjectOf(asked), most: settings.filesPerDay });
  if (ownerId === undefined)
    await countOne(context, db, { subject: "nobody", most: settings.filesOfNobodyPerDay });
  const fileId = ids.next();
  const now = clock.now();
  const path = `${monthOf(now)}/${fileId}/${cloudPath}`;
  const until = now.getTime() + settings.fileTicketMs;
  await insertTicket(db, {
    fileId,
    ownerId,
    path,
    expiresAt: new Date(until),
    now: clock.sql(),
  });
  const policy = { fileId, path, bytesMax: BYTES_MAX, types, until };
  return { id: `cloud://${asked.spaceId}/${path}`, fields: policyFields(context, policy) };
}

export type Upload = {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly address: string;
  /** Reads the file to its end; only asked once the ticket is taken. */
  readonly read: () => Promise<Buffer>;
};

/**
 * Takes one upload by its ticket, which is used up whatever becomes of it. Refuses FILE_TICKET, FILE_LARGE, FILE_QUOTA,
 * FILE_TYPE, FILE_BROKEN and SYS_BUSY; throws Outage.
 */
export async function receive(
  context: Context,
  db: Db,
  deps: FileDeps,
  upload: Upload,
): Promise<void> {
  const { clock } = context;
  const policy = readPolicy(context, upload.fields);
  if (!policy || policy.until <= clock.now().getTime()) throw new Refusal("FILE_TICKET");
  const { fileId } = policy;
  const taken = await takeTicket(db, { fileId, now: clock.sql() });
  if (!taken) throw new Refusal("FILE_TICKET");
  const subject = subjectOf({ ownerId: taken.ownerId ?? undefined, address: upload.address });
  await deps.turns(subject, () =>
    keepPicture(context, db, deps, { fileId, path: taken.path, subject, read: upload.read }),
  );
}

type Coming = Pick<Upload, "read"> & {
  readonly fileId: string;
  readonly path: string;
  readonly subject: string;
};

async function keepPicture(
  context: Context,
  db: Db,
  { store, images }: FileDeps,
  { fileId, path, subject, read }: Coming,
): Promise<void> {
  const { clock, settings } = context;
  const raw = await read();
  await countOne(context, db, {
    subject: `kb:${subject}`,
    most: settings.fileKbPerDay,
    by: Math.ceil(raw.length / KB),
  });
  const { bytes, type } = await images.press(raw);
  const storeKey = storeKeyOf(path, type);
  await store.put(storeKey, bytes, type);
  const isNoted = await noteStored(db, {
    fileId,
    storeKey,
    type,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest(),
    expiresAt: new Date(clock.now().getTime() + settings.fileUnusedMs),
  });
  if (isNoted) return;
  await store.remove(storeKey);
  throw new Refusal("FILE_TICKET");
}

export type LinkAsked = {
  readonly path: string;
  /** How long the link shall work, in ms; at most the usual life of a link, which is also the default. */
  readonly lifeMs?: number | undefined;
};

/**
 * A link for each path that this reader may read, in the order asked; undefined for what is not there or is another
 * member's. Refuses FILE_ID for a path that is none.
 */
export async function linksFor(
  context: Context,
  db: Db,
  asked: { readonly links: readonly LinkAsked[]; readonly readerId: string | undefined },
): Promise<(string | undefined)[]> {
  const fileIds = asked.links.map(({ path }) => {
    const fileId = idInPath(path);
    if (fileId === undefined) throw new Refusal("FILE_ID");
    return fileId;
  });
  const found = await findFiles(db, { fileIds, now: context.clock.sql() });
  return asked.links.map(({ path, lifeMs }) => {
    const file = found.find((one) => one.path === path);
    const isTheirs = file?.ownerId === null || file?.ownerId === asked.readerId;
    return file && isTheirs
      ? freshLink(context, { path, readerId: file.ownerId ?? "" }, lifeMs)
      : undefined;
  });
}

/** A link of the usual life, or a shorter one, in ms; whoever calls has seen to it that the reader may read. */
export function freshLink(
  { secrets, clock, settings }: Context,
  link: Omit<Link, "until">,
  lifeMs: number = settings.fileLinkMs,
): string {
  const until = clock.now().getTime() + Math.min(lifeMs, settings.fileLinkMs);
  return linkOf({ secrets }, { ...link, until });
}

/**
 * A link to a picture that pages show again and again: the same one for a day, so that browsers keep it, good for one
 * to two days.
 */
export const lastingLink = (context: Context, link: Omit<Link, "until">): string =>
  linkOf(context, {
    ...link,
    until: (Math.floor(context.clock.now().getTime() / DAY_MS) + 2) * DAY_MS,
  });

export type Opened = StoredBytes & { readonly type: string; readonly name: string };

/** What a link leads to. Refuses FILE_LINK for one that is altered, late or bare, NOT_FOUND for what is gone. */
export async function openLink(
  context: Context,
  db: Db,
  { store }: Pick<FileDeps, "store">,
  asked: Link & { readonly sign: string },
): Promise<Opened> {
  const fileId = idInPath(asked.path);
  if (fileId === undefined || !isGoodLink(context, asked, asked.sign))
    throw new Refusal("FILE_LINK");
  const [file] = await findFiles(db, { fileIds: [fileId], now: context.clock.sql() });
  const kept = file && file.path === asked.path ? await store.get(file.storeKey) : undefined;
  if (!file || !kept) throw new Refusal("NOT_FOUND");
  return { ...kept, type: file.type, name: savedNameOf(fileId, file.type) };
}

/** The picture of a path for our own drawing; undefined when it is gone. Throws Outage. */
export async function openPicture(
  context: Context,
  db: Db,
  { store }: Pick<FileDeps, "store">,
  path: string,
): Promise<StoredBytes | undefined> {
  const fileId = idInPath(path);
  const now = context.clock.sql();
  const [file] = fileId === undefined ? [] : await findFiles(db, { fileIds: [fileId], now });
  return file && store.get(file.storeKey);
}

/**
 * Links for a reader whom the caller lets read, by file id, whoever's the files are; what is gone has none. Nothing is
 * asked where nothing is wanted.
 */
export async function linksOfKept(
  context: Context,
  db: Db | Tx,
  asked: { readonly fileIds: readonly string[]; readonly readerId: string },
): Promise<ReadonlyMap<string, string>> {
  const { fileIds, readerId } = asked;
  if (fileIds.length === 0) return new Map();
  const found = await findFiles(db, { fileIds, now: context.clock.sql() });
  return new Map(found.map(({ fileId, path }) => [fileId, freshLink(context, { path, readerId })]));
}

export type Kept = { readonly fileId: string; readonly path: string };

/** Keeps an uploaded file for a member. Refuses FILE_GONE for what is not theirs to keep. */
export async function adopt(
  { clock }: Context,
  tx: Tx,
  asked: { readonly memberId: string; readonly id: string; readonly purpose: Purpose },
): Promise<Kept> {
  const path = pathInId(asked.id);
  const fileId = path === undefined ? undefined : idInPath(path);
  const { memberId, purpose } = asked;
  const isKept =
    path !== undefined &&
    fileId !== undefined &&
    (await adoptRow(tx, { fileId, path, memberId, purpose, now: clock.sql() }));
  if (!isKept) throw new Refusal("FILE_GONE");
  return { fileId, path };
}

/** Lets the sweeper have what was kept; quiet when nothing was. */
export const release = (
  { clock }: Context,
  tx: Tx,
  kept: { readonly fileId: string; readonly purpose: Purpose },
): Promise<void> => releaseRow(tx, { ...kept, now: clock.sql() });
