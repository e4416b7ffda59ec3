/**
 * Both file stores keep the same guarantees: the disk, and the S3-compatible store against a
 * sandbox that checks requests.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { systemClock } from "@yunjing/sandbox/clock";
import { addS3 } from "@yunjing/sandbox/s3/routes";
import { diskStore } from "@yunjing/server/platform/files/disk";
import { type S3Settings, s3Store } from "@yunjing/server/platform/files/s3";
import type { FileStore } from "@yunjing/server/platform/files/port";
import Fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";

const KEYS = { accessKey: "AKPRETEND", secretKey: "a secret for tests", region: "cn-test-1" };
const keyOf = (type = "jpg") => `2026/11/${randomUUID()}.${type}`;
const bytes = Buffer.from([0xff, 0xd8, 0, 1, 2, 0xff, 0xd9]);

async function disk(): Promise<{ store: FileStore; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "files-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { store: diskStore(folder), folder };
}

/** Starts the S3 sandbox on its own port, and records the requests it received. */
async function s3(changes: Partial<S3Settings> = {}) {
  const app = Fastify({ bodyLimit: 12 * 1024 * 1024 });
  await app.register(async (scope) =>
    addS3(scope, { clock: systemClock, bucket: "pictures", keys: KEYS, pageSize: 2 }),
  );
  const endpoint = `${await app.listen({ host: "127.0.0.1", port: 0 })}/s3`;
  onTestFinished(() => app.close());
  return { store: s3Store({ endpoint, bucket: "pictures", ...KEYS, ...changes }), endpoint };
}

async function keysIn(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list()) keys.push(key);
  return keys.toSorted();
}

const read = async (store: FileStore, key: string) => {
  const found = await store.get(key);
  return found && { bytes: found.bytes, content: await buffer(found.stream) };
};

describe.each([
  ["on a disk", async () => (await disk()).store],
  ["in a bucket", async () => (await s3()).store],
])("%s", (_, open) => {
  test("a file is returned as it was stored, and a later one replaces it", async () => {
    const store = await open();
    const key = keyOf();
    await store.put(key, bytes, "image/jpeg");
    expect(await read(store, key)).toEqual({ bytes: bytes.length, content: bytes });
    const large = Buffer.alloc(3_000_000, 7);
    await store.put(key, large, "image/jpeg");
    expect((await read(store, key))?.content.equals(large)).toBe(true);
  });

  test("a missing file is reported as missing, and its removal succeeds", async () => {
    const store = await open();
    const key = keyOf();
    expect(await store.get(key)).toBeUndefined();
    await store.remove(key);
    await store.put(key, bytes, "image/jpeg");
    await store.remove(key);
    expect(await store.get(key)).toBeUndefined();
  });

  test("every key is listed, over as many pages as it takes", async () => {
    const store = await open();
    expect(await keysIn(store)).toEqual([]);
    const keys = [keyOf(), keyOf("png"), keyOf("webp"), keyOf(), keyOf()];
    for (const key of keys) await store.put(key, bytes, "image/jpeg");
    expect(await keysIn(store)).toEqual(keys.toSorted());
  });

  test.each([
    "../secret",
    "/etc/passwd",
    "2026/11/../../secret.jpg",
    `2026/11/${randomUUID()}.jpg/../../../x`,
    `2026\\11\\${randomUUID()}.jpg`,
    `2026/11/${randomUUID()}.html`,
    `2026/11/${randomUUID()}.jpg\0.png`,
    "",
  ])("a path of another form is never sent to the store: %j", async (key) => {
    const store = await open();
    for (const act of [() => store.put(key, bytes, "image/jpeg"), () => store.get(key)])
      await expect((async () => act())()).rejects.toThrow("a file's key has another form");
    await expect((async () => store.remove(key))()).rejects.toThrow("another form");
    expect(await keysIn(store)).toEqual([]);
  });
});

test("a disk that cannot be written is an outage, and no partial file remains", async () => {
  const { folder } = await disk();
  await writeFile(join(folder, "2026"), "a file where a folder should be");
  await expect(diskStore(folder).put(keyOf(), bytes, "image/jpeg")).rejects.toMatchObject({
    name: "Outage",
  });
  expect(await readdir(folder, { recursive: true })).toEqual([".parts", "2026"]);
});

test.each<[string, Partial<S3Settings>]>([
  ["another secret", { secretKey: "another secret" }],
  ["another access key", { accessKey: "AKOTHER" }],
  ["another region", { region: "cn-test-2" }],
  ["another bucket", { bucket: "papers" }],
  ["a store that is not there", { endpoint: "http://127.0.0.1:1" }],
])("with %s the bucket is an outage", async (_, changes) => {
  const { store } = await s3(changes);
  const outage = expect.objectContaining({ name: "Outage" });
  await expect(store.put(keyOf(), bytes, "image/jpeg")).rejects.toEqual(outage);
  await expect(keysIn(store)).rejects.toEqual(outage);
});

test("the sandbox store rejects unsigned requests and requests that differ from what was signed", async () => {
  const { endpoint } = await s3();
  const bare = await fetch(`${endpoint}/pictures/${keyOf()}`);
  expect([bare.status, await bare.text()]).toEqual([403, expect.stringContaining("AccessDenied")]);
});
