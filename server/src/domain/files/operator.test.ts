/** Operators block a picture, serve it again, and remove its bytes; its row and its uses stay. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { diskStore } from "../../platform/files/disk.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import {
  blockFile,
  createLinksByFileId,
  fileStateOf,
  listUsedFiles,
  openPicture,
  removeFile,
  revealFile,
  unblockFile,
} from "./actions.ts";

let [database, db, context, folder, store] = [] as unknown as [
  FreshDatabase,
  Db,
  TestContext,
  string,
  FileStore,
];
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext({ memberRevealsPerDay: 2 });
  db = openDatabase({ url: database.appUrl, log: context.log });
  folder = await mkdtemp(join(tmpdir(), "files-"));
  store = diskStore(folder);
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const ANNA = "0199cccc-0000-7000-8000-00000000000a";
const change = (fileId: string) => ({ fileId, by: ANNA, reason: "违规图片" });
const code = (name: string) => expect.objectContaining({ name: "Refusal", code: name });

/** Adds a ticket's picture with its bytes. */
async function picture() {
  const [fileId, ownerId] = [context.ids.next(), context.ids.next()];
  const [path, storeKey] = [`2026/11/${fileId}/a.jpg`, `2026/11/${fileId}.jpg`];
  await store.put(storeKey, Buffer.from("jpeg"), "image/jpeg");
  await db.execute(sql`
    INSERT INTO file (file_id, owner_id, path, state, store_key, type, bytes, sha256, purpose, created_at)
    VALUES (${fileId}, ${ownerId}, ${path}, 'adopted', ${storeKey}, 'image/jpeg', 4, sha256('jpeg'),
            'ticket', ${context.clock.sql()}::timestamptz)`);
  const isServed = async () => {
    const links = await createLinksByFileId(context, db, { fileIds: [fileId], readerId: ownerId });
    const bytes = await openPicture(context, db, { store }, path);
    bytes?.stream.destroy();
    return links.has(fileId) && bytes !== undefined;
  };
  return { fileId, ownerId, storeKey, isServed };
}

test("a blocked picture is served to nobody, and again when the block ends", async () => {
  const { fileId, isServed } = await picture();
  expect(await isServed()).toBe(true);
  await blockFile(context, db, change(fileId));
  expect(await isServed()).toBe(false);
  await expect(blockFile(context, db, change(fileId))).rejects.toEqual(code("STATE_CHANGED"));
  await unblockFile(db, fileId);
  expect(await isServed()).toBe(true);
});

test("the bytes of a removed picture are gone for good; what happened stays", async () => {
  const { fileId, ownerId, storeKey, isServed } = await picture();
  await removeFile(context, db, store, change(fileId));
  expect(await isServed()).toBe(false);
  expect(await store.get(storeKey)).toBeUndefined();
  await expect(unblockFile(db, fileId)).rejects.toEqual(code("STATE_CHANGED"));
  const wanted = { use: undefined, isBlocked: true, from: undefined, to: undefined };
  const page = { after: undefined, limit: 9, ownerId };
  expect(await listUsedFiles(db, { ...wanted, ...page })).toMatchObject([
    { id: fileId, blockReason: "违规图片", removedAt: context.clock.now().getTime() },
  ]);
  expect(await fileStateOf(db, fileId)).toMatchObject({ state: { purpose: "ticket" } });
});

test("a removal whose store fails leaves a blocked picture, and can be repeated", async () => {
  const { fileId, isServed } = await picture();
  const down = { ...store, remove: () => Promise.reject(new Error("the store is down")) };
  await expect(removeFile(context, db, down, change(fileId))).rejects.toThrow("the store is down");
  expect(await isServed()).toBe(false);
  await removeFile(context, db, store, change(fileId));
  await expect(removeFile(context, db, store, change(fileId))).rejects.toEqual(
    code("STATE_CHANGED"),
  );
});

test("an operator reveals as many pictures a day as whole phones", async () => {
  const { fileId } = await picture();
  const reveal = () => revealFile(context, db, { fileId, operatorId: ANNA });
  await reveal();
  await reveal();
  await expect(reveal()).rejects.toEqual(code("RATE_LIMITED"));
});
