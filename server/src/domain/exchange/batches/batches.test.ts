/**
 * Tests batches: two-person approval, the exact number of codes, imports with their report, and
 * what support can see.
 */
import { checkSymbols, parseCode } from "@yunjing/contract/exchange-code";
import { shapes } from "@yunjing/contract/operations";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import Value from "typebox/value";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "../actions/open.ts";
import { redeemCode } from "../actions/redeem.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "../testing.ts";
import { approveBatch, rejectBatch } from "./approve.ts";
import { createBatch } from "./create.ts";
import { grantCodes, unusedCodes } from "./grant.ts";
import { importBatch } from "./import.ts";
import { codesOfBatch, pageOfBatches, readBatch } from "./read.ts";
import { submitAndGenerate } from "./submit.ts";

let testEnv: ExchangeTestEnv;
let keys = 0;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
});
afterAll(() => testEnv.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const key = () => `k${++keys}`;
const target = (changes: Partial<BatchTarget> = {}): BatchTarget => ({
  target: "points",
  title: "100 积分",
  points: 100,
  validUntil: testEnv.context.clock.now().getTime() + 86_400_000,
  ...changes,
});
const create = (input: { name?: string; count?: number; target?: BatchTarget } = {}) =>
  createBatch(testEnv.context, testEnv.db, {
    makerId: testEnv.makerId,
    key: key(),
    input: { name: "批次", count: 10, target: target(), ...input },
  });
const submit = (batchId: string, by = key()) =>
  submitAndGenerate(testEnv.context, testEnv.db, { makerId: testEnv.makerId, key: by, batchId });
const open = (code: string, memberId?: string) =>
  openSession(testEnv.context, testEnv.db, {
    code,
    memberId,
    device: "",
    session: undefined,
    address: `10.2.${++keys >> 8}.${keys & 255}`,
  });

describe("a batch", () => {
  test("goes from its maker to another person, and its codes become live only after the approval", async () => {
    const draft = await create();
    expect([...Value.Errors(shapes.batches.create.output, draft)]).toEqual([]);
    expect(draft).toMatchObject({ state: "draft", made: 0, redeemed: 0 });
    const ready = await submit(draft.batchId);
    expect(ready).toMatchObject({ state: "ready", made: 10 });
    expect(await unusedCodes(testEnv.context, testEnv.db, draft.batchId, 10)).toEqual([]);

    const { batchId } = draft;
    const own = approveBatch(testEnv.context, testEnv.db, { batchId, checkerId: testEnv.makerId });
    await expect(own).rejects.toEqual(refusal("NO_PERMISSION"));
    const live = await approveBatch(testEnv.context, testEnv.db, {
      batchId,
      checkerId: testEnv.checkerId,
    });
    expect(live).toMatchObject({ state: "active", checkerId: testEnv.checkerId });
    const again = approveBatch(testEnv.context, testEnv.db, {
      batchId,
      checkerId: testEnv.checkerId,
    });
    await expect(again).rejects.toEqual(refusal("BATCH_STATE"));
    await expect(submit(batchId)).rejects.toEqual(refusal("BATCH_STATE"));

    const codes = await unusedCodes(testEnv.context, testEnv.db, batchId, 10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(parseCode(code).form).toBe("own");
  });

  test("cannot have the same person as maker and checker; the database rejects it too", async () => {
    const { batchId } = await create();
    const both = `UPDATE code_batch SET checker_id = maker_id WHERE batch_id = '${batchId}'`;
    await expect(testEnv.asOwner(both)).rejects.toMatchObject({
      constraint: "code_batch_two_persons",
    });
  });

  test("that is rejected never becomes live", async () => {
    const { batchId } = await submit((await create()).batchId);
    const by = { batchId, checkerId: testEnv.checkerId, reason: "面额有误" };
    expect((await rejectBatch(testEnv.context, testEnv.db, by)).state).toBe("rejected");
    const late = approveBatch(testEnv.context, testEnv.db, {
      batchId,
      checkerId: testEnv.checkerId,
    });
    await expect(late).rejects.toEqual(refusal("BATCH_STATE"));
  });

  test("is created once per idempotency key, and its target must be complete", async () => {
    const input = { name: "一次", count: 1, target: target() };
    const creation = { makerId: testEnv.makerId, key: key(), input };
    const made = await createBatch(testEnv.context, testEnv.db, creation);
    expect(await createBatch(testEnv.context, testEnv.db, creation)).toEqual(made);
    const other = { ...creation, input: { ...input, count: 2 } };
    await expect(createBatch(testEnv.context, testEnv.db, other)).rejects.toEqual(
      refusal("KEY_REUSED"),
    );
    const wrong: Partial<BatchTarget>[] = [
      { points: 0 },
      { validUntil: 1 },
      { target: "coupon" },
      { target: "meal", brand: "kfc", setMealId: "no-such-meal" },
      { target: "voucher", valueFen: 100 },
      { target: "balance" },
    ];
    for (const changes of wrong) {
      await expect(create({ target: target(changes) })).rejects.toEqual(refusal("INPUT_INVALID"));
    }
  });

  test("is visible to its maker and to checkers, page by page, and to no one else", async () => {
    testEnv.context.clock.advance(1_000);
    const { batchId } = await create({ name: "最新" });
    const { makerId } = testEnv;
    const first = await pageOfBatches(testEnv.context, testEnv.db, makerId, { pageSize: 1 });
    expect(first).toMatchObject({ list: [{ batchId }], hasMore: true });
    const next = await pageOfBatches(testEnv.context, testEnv.db, makerId, {
      pageSize: 1,
      cursor: first.nextCursor ?? "",
    });
    expect(next.list[0]?.batchId).not.toBe(batchId);
    const other = { memberId: testEnv.checkerId, maySeeAll: false };
    const listed = await pageOfBatches(testEnv.context, testEnv.db, other.memberId, {});
    expect(listed.list).toEqual([]);
    await expect(readBatch(testEnv.context, testEnv.db, other, batchId)).rejects.toEqual(
      refusal("NOT_FOUND"),
    );
    expect(
      (await readBatch(testEnv.context, testEnv.db, { ...other, maySeeAll: true }, batchId)).name,
    ).toBe("最新");
  });

  test("shows support a code's state and order by its last four symbols, never the code", async () => {
    testEnv.context.clock.advance(1_000);
    const by = { makerId: testEnv.makerId, checkerId: testEnv.checkerId };
    const [code = ""] = await grantCodes(testEnv.context, testEnv.db, {
      target: "points-500",
      count: 1,
      ...by,
    });
    const memberId = await testEnv.member(60);
    const { session } = await open(code, memberId);
    const { orderNo } = await redeemCode(testEnv.context, testEnv.db, {
      input: { session },
      memberId,
      key: key(),
    });
    const mine = { memberId: testEnv.makerId, maySeeAll: false };
    const { list } = await pageOfBatches(testEnv.context, testEnv.db, mine.memberId, {
      pageSize: 1,
    });
    const batch = list[0];
    expect(batch).toMatchObject({ redeemed: 1 });
    const last4 = code.replaceAll("-", "").slice(-4);
    const found = await codesOfBatch(testEnv.db, mine, { batchId: batch?.batchId ?? "", last4 });
    expect(found.list).toEqual([
      {
        serial: 1,
        last4,
        state: "REDEEMED",
        orderNo,
        redeemedAt: testEnv.context.clock.now().getTime(),
      },
    ]);
  });
});

describe("an import", () => {
  const importing = (file: string, dryRun = false) =>
    importBatch(testEnv.context, testEnv.db, {
      makerId: testEnv.makerId,
      input: { target: target(), dryRun, file },
    });
  const approve = (batchId = "") =>
    approveBatch(testEnv.context, testEnv.db, { batchId, checkerId: testEnv.checkerId });

  test("reports every row, changes nothing in a dry run, and inserts only the good rows", async () => {
    const file =
      '\ufeff兑换码,备注\r\nABC-123,a\r\n"DEF456"\r\nabc-123\r\n\r\nX\r\n坏码坏码坏码\r\n"open\r\n';
    const before = await count(testEnv.db, "SELECT count(*) FROM code");
    const dry = await importing(file, true);
    expect(dry).toEqual({
      total: 6,
      accepted: 2,
      rows: [
        { row: 2, result: "ok", last4: "-123" },
        { row: 3, result: "ok", last4: "F456" },
        { row: 4, result: "twice_in_file", last4: "-123" },
        { row: 6, result: "bad_form", last4: "X" },
        { row: 7, result: "bad_form", last4: "坏码坏码" },
        { row: 8, result: "bad_form", last4: "open" },
      ],
    });
    expect(await count(testEnv.db, "SELECT count(*) FROM code")).toBe(before);
    const real = await importing(file);
    expect(real).toMatchObject({ accepted: 2 });
    expect(await count(testEnv.db, "SELECT count(*) FROM code")).toBe(before + 2);
    const twice = await importing(file);
    expect(twice.batchId).toBeUndefined();
    expect(twice.rows.slice(0, 2).map(({ result }) => result)).toEqual(["known", "known"]);

    await expect(open("def456")).rejects.toEqual(refusal("CODE_INVALID"));
    await approve(real.batchId);
    expect((await open(" def456 ")).manifest.target).toBe("points");
    expect((await open("abc-123")).manifest.last4).toBe("-123");
  });

  test("may contain codes of our own form, with right or other check symbols, and they can be redeemed", async () => {
    const data = "0123456789ABCDEF";
    const right = data + checkSymbols(data);
    const other = `${data}${checkSymbols(data) === "00" ? "11" : "00"}`;
    await expect(open(other)).rejects.toEqual(refusal("CODE_TYPO"));
    await approve((await importing(`${right}\n${other}\n`)).batchId);
    testEnv.context.clock.advance(61_000);
    expect((await open(right)).manifest.last4).toBe(right.slice(-4));
    expect((await open(other)).manifest.last4).toBe(other.slice(-4));
    await expect(open(`${data.slice(0, -1)}000`)).rejects.toEqual(refusal("CODE_TYPO"));
  });

  test("stores no code in plain text", async () => {
    await approve((await importing("CLEARTEXT-CANARY-1\n")).batchId);
    const tables = ["code", "code_batch", "code_session", "event", "idem", "outbox"];
    for (const table of tables) {
      const found = `SELECT count(*) FROM ${table} t WHERE t::text LIKE '%CANARY%'
        OR t::text LIKE '%' || encode('CLEARTEXT-CANARY-1', 'hex') || '%'`;
      expect(await count(testEnv.db, found)).toBe(0);
    }
  });

  test("refuses more than a hundred thousand rows", async () => {
    const many = Array.from({ length: 100_001 }, (_, n) => `MANY-${n}`).join("\n");
    await expect(importing(many, true)).rejects.toEqual(refusal("TOO_LARGE"));
  });
});
