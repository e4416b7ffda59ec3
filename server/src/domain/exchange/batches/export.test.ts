/**
 * Tests the export: sealed for the maker, opened with a key that another person claims once,
 * streamed, and tamper-proof.
 */
import { buffer } from "node:stream/consumers";
import {
  CHUNK_BYTES,
  HEADER_BYTES,
  openCodeFile,
  parseKey,
  rowsOfCsv,
  TAG_BYTES,
} from "@yunjing/contract/code-file";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "../actions/open.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "../testing.ts";
import { approveBatch } from "./approve.ts";
import { createBatch } from "./create.ts";
import { exportCodes, revealExportKey } from "./export.ts";
import { unusedCodes } from "./grant.ts";
import { importBatch } from "./import.ts";
import { readBatch } from "./read.ts";
import { submitAndGenerate } from "./submit.ts";

const ORIGIN = "https://yunjing.example";
let testEnv: ExchangeTestEnv;
let keys = 0;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
});
afterAll(() => testEnv.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const key = () => `k${++keys}`;

async function draft(codes: number): Promise<string> {
  const { context, db, makerId } = testEnv;
  const validUntil = Date.parse("2026-12-31T15:59:00Z");
  const target = { target: "points", title: "100 积分", points: 100, validUntil } as const;
  const input = { name: "批次", count: codes, target };
  return (await createBatch(context, db, { makerId, key: key(), input })).batchId;
}
async function createLiveBatch(codes: number): Promise<string> {
  const { context, db, makerId, checkerId } = testEnv;
  const batchId = await draft(codes);
  await submitAndGenerate(context, db, { makerId, batchId, key: key() });
  await approveBatch(context, db, { batchId, checkerId });
  return batchId;
}
const exported = (batchId: string, memberId = testEnv.makerId) =>
  exportCodes(testEnv.context, testEnv.db, { batchId, memberId, origin: ORIGIN });
const fileOf = async (batchId: string) => Uint8Array.from(await buffer(await exported(batchId)));
const claimKey = (batchId: string, memberId = testEnv.checkerId, by = key()) =>
  revealExportKey(testEnv.context, testEnv.db, { batchId, memberId, key: by });
const keyOf = async (batchId: string) => parseKey((await claimKey(batchId)).key) ?? "";

test("a file and its key together contain every code in its displayed form, with its link and its validity", async () => {
  const batchId = await createLiveBatch(3);
  const csv = await openCodeFile(await fileOf(batchId), await keyOf(batchId));
  const codes = await unusedCodes(testEnv.context, testEnv.db, batchId, 3);
  expect(rowsOfCsv(csv)).toEqual(
    codes.map((code, index) => ({
      serial: index + 1,
      code,
      link: `${ORIGIN}/pages/exchange/manifest#code=${code}`,
      validFrom: "2026-11-20 12:00",
      validUntil: "2026-12-31 23:59",
    })),
  );
});

test("codes issued elsewhere are exported as they were imported", async () => {
  const { context, db, makerId, checkerId } = testEnv;
  const target = { target: "points", title: "100 积分", points: 100 } as const;
  const validUntil = context.clock.now().getTime() + 86_400_000;
  const input = { target: { ...target, validUntil }, dryRun: false, file: "abc-def-1\n" };
  const { batchId = "" } = await importBatch(context, db, { makerId, input });
  await approveBatch(context, db, { batchId, checkerId });
  const csv = await openCodeFile(await fileOf(batchId), await keyOf(batchId));
  expect(rowsOfCsv(csv).map(({ code }) => code)).toEqual(["ABC-DEF-1"]);
});

describe("two-person export", () => {
  test("the maker gets the file and never the key, another person the key and never the file", async () => {
    const batchId = await createLiveBatch(1);
    await expect(claimKey(batchId, testEnv.makerId)).rejects.toEqual(refusal("NO_PERMISSION"));
    await expect(exported(batchId, testEnv.checkerId)).rejects.toEqual(refusal("NOT_FOUND"));
    const both = `UPDATE code_batch SET export_key_by = maker_id WHERE batch_id = '${batchId}'`;
    await expect(testEnv.asOwner(both)).rejects.toMatchObject({
      constraint: "code_batch_key_by_another",
    });
  });

  test("the key is revealed once; a retry of the same call gets the same answer", async () => {
    const batchId = await createLiveBatch(1);
    await fileOf(batchId);
    const by = key();
    const first = await claimKey(batchId, testEnv.checkerId, by);
    expect(await claimKey(batchId, testEnv.checkerId, by)).toEqual(first);
    await expect(claimKey(batchId)).rejects.toEqual(refusal("EXPORT_KEY_TAKEN"));
    const third = await testEnv.member(70);
    await expect(claimKey(batchId, third)).rejects.toEqual(refusal("EXPORT_KEY_TAKEN"));
    const reading = { memberId: testEnv.makerId, maySeeAll: false };
    expect((await readBatch(testEnv.context, testEnv.db, reading, batchId)).exportKey).toEqual({
      takenBy: testEnv.checkerId,
      at: testEnv.context.clock.now().getTime(),
    });
  });

  test("the downloads of the file and of the key are recorded, and neither is stored", async () => {
    const batchId = await createLiveBatch(1);
    await fileOf(batchId);
    await fileOf(batchId);
    const given = await keyOf(batchId);
    const lines = (name: string, actor: string) =>
      count(
        testEnv.db,
        `SELECT count(*) FROM event WHERE entity_id = '${batchId}' AND name = '${name}' AND actor_id = '${actor}'`,
      );
    expect(await lines("exported", testEnv.makerId)).toBe(2);
    expect(await lines("export_key_taken", testEnv.checkerId)).toBe(1);
    for (const table of ["code_batch", "event", "idem"]) {
      const found = `SELECT count(*) FROM ${table} t WHERE replace(t::text, '-', '') LIKE '%${given}%'`;
      expect(await count(testEnv.db, found)).toBe(0);
    }
  });

  test("nothing can be exported before the approval", async () => {
    const batchId = await draft(1);
    await expect(exported(batchId)).rejects.toEqual(refusal("BATCH_STATE"));
    await expect(claimKey(batchId)).rejects.toEqual(refusal("BATCH_STATE"));
  });

  test("there is no key to a file that the maker has not downloaded", async () => {
    await expect(claimKey(await createLiveBatch(1))).rejects.toEqual(refusal("BATCH_STATE"));
  });
});

describe("an export file", () => {
  test("is read from the database only as fast as it is downloaded, and contains the remaining codes of the batch", async () => {
    const batchId = await createLiveBatch(4_000);
    const taking = (await exported(batchId))[Symbol.asyncIterator]();
    const pieces = [await taking.next()];
    // Simulates that the last codes are redeemed meanwhile. A file that was already complete in
    // memory would still contain them.
    await testEnv.asOwner(
      `UPDATE code SET state = 'VOID' WHERE batch_id = '${batchId}' AND serial > 3990`,
    );
    for (let next = await taking.next(); !next.done; next = await taking.next()) pieces.push(next);
    const bytes = Uint8Array.from(Buffer.concat(pieces.map(({ value }) => Buffer.from(value))));
    expect(bytes.length).toBeGreaterThan(4 * CHUNK_BYTES);
    const rows = rowsOfCsv(await openCodeFile(bytes, await keyOf(batchId)));
    expect(rows.map(({ serial }) => serial)).toEqual(
      Array.from({ length: 3_990 }, (_, n) => n + 1),
    );
  });

  test("cannot be opened with another key, nor when a byte was changed, moved or cut off", async () => {
    const batchId = await createLiveBatch(1_500);
    const bytes = await fileOf(batchId);
    const right = await keyOf(batchId);
    const another = await createLiveBatch(1);
    await fileOf(another);
    const other = await keyOf(another);
    const changed = (at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
    const chunk = CHUNK_BYTES + TAG_BYTES;
    expect(bytes.length).toBeGreaterThan(HEADER_BYTES + 2 * chunk);
    const parts = [
      bytes.subarray(0, HEADER_BYTES),
      bytes.subarray(HEADER_BYTES + chunk, HEADER_BYTES + 2 * chunk),
      bytes.subarray(HEADER_BYTES, HEADER_BYTES + chunk),
      bytes.subarray(HEADER_BYTES + 2 * chunk),
    ];
    const swapped = Uint8Array.from(Buffer.concat(parts));
    expect(swapped.length).toBe(bytes.length);
    const forged = [
      changed(10),
      changed(HEADER_BYTES),
      changed(bytes.length - 1),
      swapped,
      bytes.slice(0, HEADER_BYTES + chunk),
      bytes.slice(0, -1),
    ];
    for (const file of forged) await expect(openCodeFile(file, right)).rejects.toThrow();
    await expect(openCodeFile(bytes, other)).rejects.toThrow();
    expect(rowsOfCsv(await openCodeFile(bytes, right))).toHaveLength(1_500);
  });

  test("is different each time, so that no nonce encrypts two texts under one key", async () => {
    const batchId = await createLiveBatch(1);
    const [first, second] = [await fileOf(batchId), await fileOf(batchId)];
    expect(first.subarray(0, HEADER_BYTES)).not.toEqual(second.subarray(0, HEADER_BYTES));
  });
});

test("a code of the file opens a session", async () => {
  const batchId = await createLiveBatch(1);
  const [row] = rowsOfCsv(await openCodeFile(await fileOf(batchId), await keyOf(batchId)));
  const request = { code: row?.code ?? "", memberId: undefined, device: "", session: undefined };
  const opened = await openSession(testEnv.context, testEnv.db, {
    ...request,
    address: "10.9.0.1",
  });
  expect(opened.manifest.title).toBe("100 积分");
});

test("a key with a typo is detected before anything is decrypted", () => {
  const typed = "0123-4567-89ab-cdef-ghjk-mnpq";
  expect(parseKey(`${typed}-00`)).toBeUndefined();
  expect(parseKey("")).toBeUndefined();
});
