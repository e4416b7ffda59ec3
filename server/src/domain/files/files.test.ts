/** A file's lifecycle: a ticket, one upload, links for its reader, then adoption or cleanup. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { diskStore } from "../../platform/files/disk.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import {
  adoptFile,
  createImageReencoder,
  createConcurrencyLimit,
  freshLink,
  createCacheableLink,
  linksFor,
  openLink,
  issueTicket,
  receiveUpload,
  releaseFile,
} from "./actions.ts";
import { undecodableJpeg, picture } from "./image/corpus.fixture.ts";
import { expiredFileCleanupJob, orphanFileCleanupJob } from "./jobs.ts";
import { pathInId } from "./model.ts";

const MINUTE = 60_000;
const images = createImageReencoder();
let [database, db, context, folder, store] = [] as unknown as [
  FreshDatabase,
  Db,
  TestContext,
  string,
  FileStore,
];
let jpeg: Buffer;
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext({ filesPerDay: 3, fileKbPerDay: 20, filesOfNobodyPerDay: 1_000 });
  db = openDatabase({ url: database.appUrl, log: context.log });
  folder = await mkdtemp(join(tmpdir(), "files-"));
  store = diskStore(folder);
  jpeg = await picture("image/jpeg");
}, 60_000);
afterAll(async () => {
  await images.close();
  await closeDatabase(db);
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
let addresses = 0;
const somewhere = () => `10.0.0.${(addresses += 1)}`;

type Who = { readonly ownerId?: string; readonly address?: string };
const ticket = ({ ownerId, address = somewhere() }: Who = {}, cloudPath = "evidence/图 1.jpg") =>
  issueTicket(context, db, { spaceId: "env-1", ownerId, address, cloudPath });
const fieldsOf = ({ fields }: Awaited<ReturnType<typeof ticket>>) =>
  Object.fromEntries(fields.map(({ key, value }) => [key, value]));
const upload = (fields: Record<string, string>, bytes = jpeg, address = somewhere()) =>
  receiveUpload(
    context,
    db,
    { store, reencoder: images, concurrencyLimit: createConcurrencyLimit(5) },
    { fields, address, read: async () => bytes },
  );
/** Uploads a file and returns its id. */
async function uploaded(who: Who = {}, bytes = jpeg): Promise<string> {
  const given = await ticket(who);
  await upload(fieldsOf(given), bytes, who.address);
  return given.id;
}
const pathOf = (id: string) => pathInId(id) ?? "";
const links = (ids: readonly string[], readerId?: string) =>
  linksFor(context, db, { links: ids.map((id) => ({ path: pathOf(id) })), readerId });
/** Returns the query parameters of a link. */
function parametersOf(link: string) {
  const url = new URL(link, "https://a.test");
  return {
    path: decodeURIComponent(url.pathname.replace("/cloud/", "")),
    until: Number(url.searchParams.get("until")),
    readerId: url.searchParams.get("reader") ?? "",
    sign: url.searchParams.get("sign") ?? "",
  };
}
const follow = (link: string, changes: Partial<ReturnType<typeof parametersOf>> = {}) =>
  openLink(context, db, { store }, { ...parametersOf(link), ...changes });
const keysIn = async () => {
  const keys: string[] = [];
  for await (const key of store.list()) keys.push(key);
  return keys;
};
const sweep = () => expiredFileCleanupJob(context, db, store).run();
const adopt = (memberId: string, id: string) =>
  transaction(db, (tx) => adoptFile(context, tx, { memberId, id, purpose: "refund" }));

test("a file uploaded with its ticket is stored under an unguessable id, and is read by a link", async () => {
  const id = await uploaded();
  expect(id).toMatch(/^cloud:\/\/env-1\/2026\/11\/[0-9a-f-]{36}\/evidence\/图 1\.jpg$/);
  const [link = ""] = await links([id]);
  const { stream, bytes, ...description } = await follow(link);
  expect(description).toEqual({
    type: "image/jpeg",
    name: expect.stringMatching(/^[0-9a-f]{8}\.jpg$/),
  });
  expect((await buffer(stream)).length).toBe(bytes);
});

test.each([
  ["nothing", "  "],
  ["a parent folder", "../../etc/passwd"],
  ["a parent folder inside the path", "a/../../b.jpg"],
  ["the folder itself", "./a.jpg"],
  ["a leading slash", "//a.jpg"],
  ["a double slash", "a//b.jpg"],
  ["a trailing slash", "a/"],
  ["a backslash", "a\\b.jpg"],
  ["a zero", "a\0.jpg"],
  ["a line's end", "a\n.jpg"],
  ["another space", "cloud://env-2/a.jpg"],
  ["half a letter", "a\ud800.jpg"],
  ["256 bytes", `${"鲸".repeat(84)}.jpg`],
])("a path of %s gets no ticket", async (_, path) => {
  await expect(ticket({}, path)).rejects.toEqual(refusal("FILE_PATH"));
});

test.each(["a.svg", "a.html", "a.jpg.php", "a.pdf", "a.jpg ."])(
  "a name without a picture's extension gets no ticket: %s",
  async (path) => {
    await expect(ticket({}, path)).rejects.toEqual(refusal("FILE_TYPE"));
  },
);

test("a ticket is valid for one upload, for ten minutes, and only unaltered", async () => {
  const no = refusal("FILE_TICKET");
  const fields = fieldsOf(await ticket());
  const other = fieldsOf(await ticket());
  await expect(upload({})).rejects.toEqual(no);
  await expect(upload({ ...fields, signature: other["signature"] ?? "" })).rejects.toEqual(no);
  await expect(upload({ ...fields, policy: other["policy"] ?? "" })).rejects.toEqual(no);
  await expect(upload({ ...fields, key: "2026/11/x" })).rejects.toEqual(no);
  await upload(fields);
  await expect(upload(fields)).rejects.toEqual(no);
  context.clock.advance(10 * MINUTE);
  await expect(upload(other)).rejects.toEqual(no);
});

test("of many uploads with one ticket one is accepted", async () => {
  for (let round = 0; round < 3; round += 1) {
    const fields = fieldsOf(await ticket());
    const tried = await Promise.allSettled(Array.from({ length: 8 }, () => upload(fields)));
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});

test("a broken picture consumes its ticket and leaves nothing in the store", async () => {
  const before = await keysIn();
  const fields = fieldsOf(await ticket());
  await expect(upload(fields, undecodableJpeg)).rejects.toEqual(refusal("FILE_BROKEN"));
  await expect(upload(fields)).rejects.toEqual(refusal("FILE_TICKET"));
  expect(await keysIn()).toEqual(before);
});

test("the daily uploads and kilobytes are limited, separately for a member and for an address", async () => {
  const [ownerId, address] = [context.ids.next(), somewhere()];
  for (const who of [{ ownerId }, { address }]) {
    for (let n = 0; n < 3; n += 1) await ticket(who);
    await expect(ticket(who)).rejects.toEqual(refusal("FILE_QUOTA"));
  }
  await ticket({ ownerId: context.ids.next(), address });
  const heavy = Buffer.concat([jpeg, Buffer.alloc(12 * 1024)]);
  const one = { ownerId: context.ids.next() };
  await uploaded(one, heavy);
  await expect(uploaded(one, heavy)).rejects.toEqual(refusal("FILE_QUOTA"));
});

test("a link is valid for the requested time, and never longer than ten minutes", async () => {
  const path = pathOf(await uploaded());
  const untilOf = async (lifetimeMs?: number) => {
    const [link = ""] = await linksFor(context, db, {
      links: [{ path, lifetimeMs }],
      readerId: undefined,
    });
    return parametersOf(link).until - context.clock.now().getTime();
  };
  expect(await untilOf(1_000)).toBe(1_000);
  expect(await untilOf(600_000)).toBe(600_000);
  expect(await untilOf(86_400_000)).toBe(600_000);
  expect(await untilOf()).toBe(600_000);
  const [link = ""] = await linksFor(context, db, {
    links: [{ path, lifetimeMs: 1_000 }],
    readerId: undefined,
  });
  (await follow(link)).stream.destroy();
  context.clock.advance(1_000);
  await expect(follow(link)).rejects.toEqual(refusal("FILE_LINK"));
});

test("a member gets links to their own files, in the order given; a file without an owner is readable for all who have its path", async () => {
  const [memberId, stranger] = [context.ids.next(), context.ids.next()];
  const [own, open] = [await uploaded({ ownerId: memberId }), await uploaded()];
  const gone = `cloud://env-1/2026/11/${context.ids.next()}/a.jpg`;
  const havingLink = (list: (string | undefined)[]) => list.map((link) => link !== undefined);
  expect(havingLink(await links([open, gone, own], memberId))).toEqual([true, false, true]);
  expect(havingLink(await links([own, open], stranger))).toEqual([false, true]);
  expect(havingLink(await links([own, open]))).toEqual([false, true]);
  for (const path of ["avatar/1.png", "2026/11/../x", `${pathOf(own)}/../x`, "", "/"])
    await expect(linksFor(context, db, { links: [{ path }], readerId: memberId })).rejects.toEqual(
      refusal("FILE_ID"),
    );
});

test("a link that is altered, expired or incomplete is refused", async () => {
  const memberId = context.ids.next();
  const [id, other] = [await uploaded({ ownerId: memberId }), await uploaded()];
  const [link = ""] = await links([id], memberId);
  const no = refusal("FILE_LINK");
  const { until, readerId } = parametersOf(link);
  expect(readerId).toBe(memberId);
  for (const changes of [
    { path: pathOf(other) },
    { path: `${pathOf(id)}x` },
    { until: until + 1 },
    { until: Number.NaN },
    { readerId: "" },
    { readerId: context.ids.next() },
    { sign: "" },
  ])
    await expect(follow(link, changes)).rejects.toEqual(no);
  await follow(link);
  context.clock.advance(10 * MINUTE - 1);
  await follow(link);
  context.clock.advance(1);
  await expect(follow(link)).rejects.toEqual(no);
});

test("a cacheable link is the same all day and valid through the night", async () => {
  const path = pathOf(await uploaded());
  const link = createCacheableLink(context, { path, readerId: "" });
  context.clock.advance(MINUTE);
  expect(createCacheableLink(context, { path, readerId: "" })).toBe(link);
  expect(freshLink(context, { path, readerId: "" })).not.toBe(link);
  await follow(link);
});

test("a file that is not adopted is deleted after a day; an adopted one stays until it is released", async () => {
  const memberId = context.ids.next();
  const [adopted, loose] = [await uploaded(), await uploaded({ ownerId: memberId })];
  await adopt(memberId, adopted);
  context.clock.advance(1_440 * MINUTE);
  await sweep();
  expect((await links([adopted, loose], memberId)).map((link) => link !== undefined)).toEqual([
    true,
    false,
  ]);
  const fileKey = `${pathOf(adopted).split("/").slice(0, 3).join("/")}.jpg`;
  expect(await keysIn()).toEqual([fileKey]);
  const letGo = { fileId: pathOf(adopted).split("/")[2] ?? "", purpose: "refund" } as const;
  await transaction(db, (tx) => releaseFile(context, tx, letGo));
  await sweep();
  expect(await keysIn()).toEqual([]);
});

test("a member adopts their own file or one without an owner, once, and before it expires", async () => {
  const [memberId, stranger] = [context.ids.next(), context.ids.next()];
  const no = refusal("FILE_GONE");
  const own = await uploaded({ ownerId: memberId });
  await expect(adopt(stranger, own)).rejects.toEqual(no);
  await expect(adopt(memberId, `${own}x`)).rejects.toEqual(no);
  await expect(adopt(memberId, "cloud://env-1/x")).rejects.toEqual(no);
  await expect(adopt(memberId, (await ticket({ ownerId: memberId })).id)).rejects.toEqual(no);
  await adopt(memberId, own);
  await expect(adopt(memberId, own)).rejects.toEqual(no);
  const open = await uploaded();
  await adopt(memberId, open);
  expect(await links([open], stranger)).toEqual([undefined]);
  const late = await uploaded();
  context.clock.advance(1_440 * MINUTE);
  await expect(adopt(memberId, late)).rejects.toEqual(no);
});

test("bytes without a row are deleted; those with one are not", async () => {
  const id = await uploaded();
  const stray = `2026/11/${context.ids.next()}.png`;
  await store.put(stray, jpeg, "image/png");
  await orphanFileCleanupJob(db, store).run();
  const keys = await keysIn();
  expect(keys).not.toContain(stray);
  expect(keys).toContain(`${pathOf(id).split("/").slice(0, 3).join("/")}.jpg`);
});
