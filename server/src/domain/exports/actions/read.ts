/** Reads exports for their page, gives links, and opens a file for its one download. */
import { Readable } from "node:stream";
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readCursor } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { FileStore } from "../../../platform/files/port.ts";
import type { MemberCaller } from "../../../platform/http/call.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import type { NamesOf } from "../../../platform/person-names.ts";
import { Outage, Refusal } from "../../../platform/refusal.ts";
import { shanghaiDay } from "../../../platform/shanghai.ts";
import { hashToken } from "../../../platform/secrets.ts";
import type { ExportKindName } from "@yunjing/contract/export-kinds";
import { kinds } from "../kinds.ts";
import { LINK_MS, progressOf, stateOf, type StoredExport } from "../model.ts";
import {
  endExport,
  findExport,
  keptFiles,
  listExports,
  storeLink,
  takeLink,
} from "../store/exports.ts";
import { requireList } from "./begin.ts";
import { partKey } from "./write.ts";

type Row = Output<"operatorExports", "detail">;
export type ReadDeps = { readonly namesOf: NamesOf };
const PAGE_SIZE = 20;
const SECRET_BYTES = 32;

async function rowsOf(
  context: Context,
  db: Db,
  { namesOf, readerId }: ReadDeps & { readonly readerId: string },
  found: readonly StoredExport[],
): Promise<Row[]> {
  const nameOf = await namesOf(
    db,
    found.map(({ operatorId }) => operatorId),
  );
  const nowMs = context.clock.now().getTime();
  return found.map((one) => {
    const { exportId, kind, filterText, reason, isClear, operatorId, rows, bytes, createdAt } = one;
    const progress = progressOf(one);
    const state = stateOf(one, nowMs);
    return {
      exportId,
      kind,
      title: kinds[kind].title,
      filterText,
      reason,
      isClear,
      maker: { id: operatorId, name: nameOf(operatorId) },
      isMine: operatorId === readerId,
      state,
      rows,
      bytes,
      ...(progress === undefined ? {} : { progress }),
      ...withoutNulls({ fault: one.fault, endedAt: one.endedAt, downloadedAt: one.downloadedAt }),
      createdAt,
      ...(state === "done" ? { expiresAt: one.filesUntil } : {}),
      downloads: one.downloads,
    };
  });
}

const mayReadAll = ({ roles, permissions }: MemberCaller): boolean =>
  roles.includes("admin") || permissions.includes("audit:read");

export type ExportQuery = {
  readonly whose?: "mine" | "all" | undefined;
  readonly kind?: ExportKindName | undefined;
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
};

/** Returns a page of exports, newest first. Refuses NO_PERMISSION for those of all operators without the right. */
export async function exportPage(
  context: Context,
  db: Db,
  deps: ReadDeps,
  { caller, whose = "mine", kind, cursor, pageSize = PAGE_SIZE }: ExportQuery & Called,
): Promise<Output<"operatorExports", "list">> {
  if (whose === "all" && !mayReadAll(caller)) throw new Refusal("NO_PERMISSION");
  const readerId = caller.memberId;
  const filter = { kind, ...(whose === "mine" ? { operatorId: readerId } : {}) };
  const found = await listExports(db, filter, { after: readCursor(cursor), limit: pageSize });
  const shown = found.slice(0, pageSize);
  const last = found.length > pageSize ? shown.at(-1) : undefined;
  return {
    list: await rowsOf(context, db, { ...deps, readerId }, shown),
    ...(last ? { nextCursor: cursorOf(last) } : {}),
  };
}

type Called = { readonly caller: MemberCaller };
type One = Called & { readonly exportId: string };

/** Refuses NOT_FOUND for another's export without the right to see all. */
async function visibleExport(db: Db, { exportId, caller }: One): Promise<StoredExport> {
  const found = await findExport(db, exportId);
  if (!found || (found.operatorId !== caller.memberId && !mayReadAll(caller))) {
    throw new Refusal("NOT_FOUND");
  }
  return found;
}

/** Refuses NOT_FOUND for another's export, also to auditors. */
async function ownExport(db: Db, { exportId, caller }: One): Promise<StoredExport> {
  const found = await findExport(db, exportId);
  if (found?.operatorId !== caller.memberId) throw new Refusal("NOT_FOUND");
  return found;
}

/** Returns one export. Refuses NOT_FOUND. */
export async function exportDetail(context: Context, db: Db, deps: ReadDeps, wanted: One) {
  const found = await visibleExport(db, wanted);
  const readerId = wanted.caller.memberId;
  const [row] = await rowsOf(context, db, { ...deps, readerId }, [found]);
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/** Stops an own export. Refuses NOT_FOUND, and STATE_CHANGED when it has ended. */
export async function cancelExport(context: Context, db: Db, deps: ReadDeps, wanted: One) {
  const { exportId } = await ownExport(db, wanted);
  const isEnded = await endExport(db, {
    exportId,
    outcome: "cancelled",
    now: context.clock.sql(),
  });
  if (!isEnded) throw new Refusal("STATE_CHANGED");
  return exportDetail(context, db, deps, wanted);
}

const nameOfFile = ({ kind, exportId, createdAt }: StoredExport): string =>
  `${kinds[kind].title}-${shanghaiDay(createdAt)}-${exportId}.csv`;

/**
 * Returns the secret of a link for one download of an own export in this session; an earlier link
 * ends. Refuses NOT_FOUND, NO_PERMISSION without the list's right, STATE_CHANGED without a file.
 */
export async function createExportLink(
  context: Context,
  db: Db,
  wanted: One,
): Promise<Output<"operatorExports", "link">> {
  const found = await ownExport(db, wanted);
  const { caller, exportId } = wanted;
  requireList(found.kind, caller);
  const secret = Buffer.from(context.random.bytes(SECRET_BYTES)).toString("base64url");
  const until = context.clock.now().getTime() + LINK_MS;
  const isStored = await storeLink(db, {
    exportId,
    operatorId: caller.memberId,
    hash: hashToken(secret),
    session: caller.sessionId,
    until: new Date(until),
    now: context.clock.sql(),
  });
  if (!isStored) throw new Refusal("STATE_CHANGED");
  return { secret, name: nameOfFile(found), until };
}

async function* bytesOf(store: FileStore, exportId: string, files: readonly string[]) {
  for (const fileId of files) {
    const found = await store.get(partKey(exportId, fileId));
    if (!found) throw new Outage("the file store", new Error("a part of an export is missing"));
    yield* found.stream;
  }
}

/**
 * Takes a link and returns the file, part after part. Refuses EXPORT_LINK for a link that is used,
 * past, of another session or of another operator, and NO_PERMISSION without the list's right.
 */
export async function openExport(
  context: Context,
  db: Db,
  store: FileStore,
  { caller, exportId, secret }: One & { readonly secret: string },
): Promise<Readable> {
  const found = await findExport(db, exportId);
  if (found?.operatorId !== caller.memberId) throw new Refusal("EXPORT_LINK");
  requireList(found.kind, caller);
  const taken = await takeLink(db, {
    exportId,
    hash: hashToken(secret),
    session: caller.sessionId,
    now: context.clock.sql(),
  });
  if (!taken) throw new Refusal("EXPORT_LINK");
  const files = await keptFiles(db, exportId);
  return Readable.from(bytesOf(store, exportId, files), { objectMode: false });
}
