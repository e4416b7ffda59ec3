/** Actions for files: issue an upload ticket, upload, create links, read, adopt, and release. */
import { createHash } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { enforceLimit } from "../../platform/rate-limit.ts";
import type { FileStore, StoredBytes } from "../../platform/files/port.ts";
import { Refusal } from "../../platform/refusal.ts";
import { BYTES_MAX, type ImageReencoder } from "./image/reencoder.ts";
import { isValidLink, type Link, linkOf, policyFields, readPolicy } from "./links.ts";
import {
  idInPath,
  mayBePicture,
  pathFault,
  pathInId,
  type Purpose,
  savedNameOf,
  storeKeyOf,
  imageTypes,
} from "./model.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import {
  adoptRow,
  findFiles,
  insertTicket,
  markStored,
  releaseRow,
  consumeTicket,
} from "./store.ts";
import { shanghaiMonth } from "../../platform/shanghai.ts";

export {
  createImageReencoder,
  type Crop,
  type ImageReencoder,
} from "./image/reencoder.ts";
export { BYTES_MAX as PICTURE_BYTES_MAX } from "./image/reencoder.ts";

export { blockFile, removeFile, revealFile, unblockFile, usedFile } from "./actions/operator.ts";
export {
  blockRow as blockAdopted,
  fileStateOf,
  listUsedFiles,
  type UsedFile,
} from "./store/operator.ts";
export { createConcurrencyLimit } from "./concurrency-limit.ts";

export type FileDeps = {
  readonly store: FileStore;
  readonly reencoder: ImageReencoder;
  /** Maximum number of concurrent uploads of one member, or of one address. */
  readonly concurrencyLimit: ConcurrencyLimit;
};
/** Who uploads: a member with our own client, else a network address. */
export type Uploader = { readonly ownerId: string | undefined; readonly address: string };

const DAY_MS = 86_400_000;
const KB = 1024;

const subjectOf = ({ ownerId, address }: Uploader): string =>
  ownerId === undefined ? `address:${address}` : `member:${ownerId}`;

async function countAgainstQuota(
  context: Context,
  db: Db,
  limit: { readonly subject: string; readonly most: number; readonly by?: number },
): Promise<void> {
  const { subject, most, by } = limit;
  const now = context.clock.now();
  const counter = { subject: `file:${subject}`, windowMs: DAY_MS, now, by };
  await enforceLimit(db, { ...counter, most, code: "FILE_QUOTA" });
}

/** `yyyy/mm` of now, in Shanghai. */
const monthOf = (now: Date): string => shanghaiMonth(now.getTime()).replace("-", "/");

export type Ticket = {
  readonly id: string;
  readonly fields: ReturnType<typeof policyFields>;
};

/** Returns a ticket for one upload. Refuses FILE_PATH, FILE_TYPE and FILE_QUOTA. */
export async function issueTicket(
  context: Context,
  db: Db,
  upload: Uploader & { readonly spaceId: string; readonly cloudPath: string },
): Promise<Ticket> {
  const { clock, ids, settings } = context;
  const cloudPath = upload.cloudPath.trim();
  if (pathFault(cloudPath)) throw new Refusal("FILE_PATH");
  if (!mayBePicture(cloudPath)) throw new Refusal("FILE_TYPE");
  const { ownerId } = upload;
  await countAgainstQuota(context, db, { subject: subjectOf(upload), most: settings.filesPerDay });
  if (ownerId === undefined)
    await countAgainstQuota(context, db, { subject: "nobody", most: settings.filesOfNobodyPerDay });
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
  const policy = { fileId, path, bytesMax: BYTES_MAX, types: imageTypes, until };
  return { id: `cloud://${upload.spaceId}/${path}`, fields: policyFields(context, policy) };
}

export type Upload = {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly address: string;
  /** Reads the whole file; called only after the ticket is consumed. */
  readonly read: () => Promise<Buffer>;
};

/**
 * Receives one upload with its ticket, which is consumed whatever the result. Refuses FILE_TICKET,
 * FILE_LARGE, FILE_QUOTA, FILE_TYPE, FILE_BROKEN and SYS_BUSY; throws Outage.
 */
export async function receiveUpload(
  context: Context,
  db: Db,
  deps: FileDeps,
  upload: Upload,
): Promise<void> {
  const { clock } = context;
  const policy = readPolicy(context, upload.fields);
  if (!policy || policy.until <= clock.now().getTime()) throw new Refusal("FILE_TICKET");
  const { fileId } = policy;
  const taken = await consumeTicket(db, { fileId, now: clock.sql() });
  if (!taken) throw new Refusal("FILE_TICKET");
  const subject = subjectOf({ ownerId: taken.ownerId ?? undefined, address: upload.address });
  await deps.concurrencyLimit(subject, () =>
    storePicture(context, db, deps, { fileId, path: taken.path, subject, read: upload.read }),
  );
}

type AcceptedUpload = Pick<Upload, "read"> & {
  readonly fileId: string;
  readonly path: string;
  readonly subject: string;
};

async function storePicture(
  context: Context,
  db: Db,
  { store, reencoder }: FileDeps,
  { fileId, path, subject, read }: AcceptedUpload,
): Promise<void> {
  const { clock, settings } = context;
  const raw = await read();
  await countAgainstQuota(context, db, {
    subject: `kb:${subject}`,
    most: settings.fileKbPerDay,
    by: Math.ceil(raw.length / KB),
  });
  const { bytes, type } = await reencoder.reencode(raw);
  const storeKey = storeKeyOf(path, type);
  await store.put(storeKey, bytes, type);
  const isMarked = await markStored(db, {
    fileId,
    storeKey,
    type,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest(),
    expiresAt: new Date(clock.now().getTime() + settings.fileUnusedMs),
  });
  if (isMarked) return;
  await store.remove(storeKey);
  throw new Refusal("FILE_TICKET");
}

export type LinkRequest = {
  readonly path: string;
  /**
   * Lifetime of the link in ms; at most the usual lifetime of a link, which is also the default.
   */
  readonly lifetimeMs?: number | undefined;
};

/**
 * Returns a link for each path that this reader may read, in the order given; undefined for a file
 * that does not exist or is another member's. Refuses FILE_ID for an invalid path.
 */
export async function linksFor(
  context: Context,
  db: Db,
  request: { readonly links: readonly LinkRequest[]; readonly readerId: string | undefined },
): Promise<(string | undefined)[]> {
  const fileIds = request.links.map(({ path }) => {
    const fileId = idInPath(path);
    if (fileId === undefined) throw new Refusal("FILE_ID");
    return fileId;
  });
  const found = await findFiles(db, { fileIds, now: context.clock.sql() });
  return request.links.map(({ path, lifetimeMs }) => {
    const file = found.find((one) => one.path === path);
    const isTheirs = file?.ownerId === null || file?.ownerId === request.readerId;
    return file && isTheirs
      ? freshLink(context, { path, readerId: file.ownerId ?? "" }, lifetimeMs)
      : undefined;
  });
}

/**
 * Returns a link with the usual lifetime or a shorter one, in ms. The caller has checked that the
 * reader may read the file.
 */
export function freshLink(
  { secrets, clock, settings }: Context,
  link: Omit<Link, "until">,
  lifetimeMs: number = settings.fileLinkMs,
): string {
  const until = clock.now().getTime() + Math.min(lifetimeMs, settings.fileLinkMs);
  return linkOf({ secrets }, { ...link, until });
}

/**
 * Returns a link to a picture that pages show repeatedly: identical for a day, so that browsers can
 * cache the picture, and valid for one to two days.
 */
export const createCacheableLink = (context: Context, link: Omit<Link, "until">): string =>
  linkOf(context, {
    ...link,
    until: (Math.floor(context.clock.now().getTime() / DAY_MS) + 2) * DAY_MS,
  });

export type Opened = StoredBytes & { readonly type: string; readonly name: string };

/**
 * Returns the file of a link. Refuses FILE_LINK for an altered, expired or incomplete link,
 * NOT_FOUND for a deleted file.
 */
export async function openLink(
  context: Context,
  db: Db,
  { store }: Pick<FileDeps, "store">,
  link: Link & { readonly sign: string },
): Promise<Opened> {
  const fileId = idInPath(link.path);
  if (fileId === undefined || !isValidLink(context, link, link.sign))
    throw new Refusal("FILE_LINK");
  const [file] = await findFiles(db, { fileIds: [fileId], now: context.clock.sql() });
  const stored = file && file.path === link.path ? await store.get(file.storeKey) : undefined;
  if (!file || !stored) throw new Refusal("NOT_FOUND");
  return { ...stored, type: file.type, name: savedNameOf(fileId, file.type) };
}

/**
 * Returns the picture of a path for rendering on the server; undefined when it is deleted. Throws
 * Outage.
 */
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
 * Returns links by file id for a reader whom the caller has authorised, whichever member owns the
 * files; deleted files have none. Runs no query for an empty list.
 */
export async function createLinksByFileId(
  context: Context,
  db: Db | Tx,
  request: { readonly fileIds: readonly string[]; readonly readerId: string },
): Promise<ReadonlyMap<string, string>> {
  const { fileIds, readerId } = request;
  if (fileIds.length === 0) return new Map();
  const found = await findFiles(db, { fileIds, now: context.clock.sql() });
  return new Map(found.map(({ fileId, path }) => [fileId, freshLink(context, { path, readerId })]));
}

export type AdoptedFile = { readonly fileId: string; readonly path: string };

/**
 * Adopts an uploaded file for a member. Refuses FILE_GONE for a file that the member may not adopt.
 */
export async function adoptFile(
  { clock }: Context,
  tx: Tx,
  request: { readonly memberId: string; readonly id: string; readonly purpose: Purpose },
): Promise<AdoptedFile> {
  const path = pathInId(request.id);
  const fileId = path === undefined ? undefined : idInPath(path);
  const { memberId, purpose } = request;
  const isAdopted =
    path !== undefined &&
    fileId !== undefined &&
    (await adoptRow(tx, { fileId, path, memberId, purpose, now: clock.sql() }));
  if (!isAdopted) throw new Refusal("FILE_GONE");
  return { fileId, path };
}

/**
 * Releases an adopted file, so that the cleanup job deletes it; does nothing when none is adopted.
 */
export const releaseFile = (
  { clock }: Context,
  tx: Tx,
  adopted: { readonly fileId: string; readonly purpose: Purpose },
): Promise<void> => releaseRow(tx, { ...adopted, now: clock.sql() });

/** Returns where the bytes of a readable picture are, and their media type. */
export async function pictureOf(
  { clock }: Pick<Context, "clock">,
  db: Db,
  fileId: string,
): Promise<{ readonly storeKey: string; readonly type: string } | undefined> {
  const [file] = await findFiles(db, { fileIds: [fileId], now: clock.sql() });
  return file;
}
