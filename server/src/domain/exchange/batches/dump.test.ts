/**
 * Tests that a database dump contains no usable code: searches every column of every table for
 * every code.
 */
import { parseCode } from "@yunjing/contract/exchange-code";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { sql } from "drizzle-orm";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../actions/open.ts";
import { redeemCode } from "../actions/redeem.ts";
import { type ExchangeTestEnv, createExchangeTestEnv } from "../testing.ts";
import { approveBatch } from "./approve.ts";
import { freezeBatch } from "./change.ts";
import { createBatch } from "./create.ts";
import { exportCodes, revealExportKey } from "./export.ts";
import { grantCodes, unusedCodes } from "./grant.ts";
import { importBatch } from "./import.ts";
import { submitAndGenerate } from "./submit.ts";

let testEnv: ExchangeTestEnv;
let keys = 0;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
});
afterAll(() => testEnv.close());

const key = () => `k${++keys}`;
const FOREIGN = ["PLAIN-CANARY-0001", "ABCDEF123456", "0123456789ABCDEFZZ"];

/**
 * The base64 form of a text at any offset in a longer text: without the characters shared with its
 * neighbours.
 */
const base64Of = (text: string): string[] =>
  [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const whole = bytes.toString("base64").replace(/=+$/, "");
    return [whole.slice(shift === 0 ? 0 : shift + 1, -1)];
  });

/** Returns every form in which a code might be stored. */
function formsOf(code: string): string[] {
  const plain = code.replaceAll("-", "");
  const texts = [...new Set([code, plain])].flatMap((one) => [one, one.toLowerCase()]);
  return texts.flatMap((text) => [
    text,
    Buffer.from(text).toString("hex"),
    encodeURIComponent(text),
    ...base64Of(text),
  ]);
}

/**
 * Returns all rows of all tables as text: bytes as hex and, if they are valid text, also as that
 * text.
 */
async function dump(): Promise<string> {
  const tables = await testEnv.db.execute<{ name: string }>(sql`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`);
  expect(tables.rows.length).toBeGreaterThan(50);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await testEnv.db.execute<{ row: string }>(
      sql`SELECT t::text AS row FROM ${sql.raw(name)} t`,
    );
    parts.push(...rows.rows.map(({ row }) => row));
  }
  return parts.join("\n");
}

const targets = (validUntil: number): BatchTarget[] => [
  { target: "points", title: "积分", points: 100, validUntil },
  { target: "balance", title: "余额", valueFen: 100, validUntil },
  { target: "voucher", title: "代金券", brand: "kfc", valueFen: 5_000, validUntil },
  { target: "meal", title: "套餐", brand: "kfc", setMealId: "kfc-set", validUntil },
];

/**
 * Creates batches of every kind, in every state, some redeemed, exported, opened and frozen.
 * Returns all their codes.
 */
async function createLiveCodes(): Promise<string[]> {
  const { context, db, makerId, checkerId } = testEnv;
  const validUntil = context.clock.now().getTime() + 86_400_000;
  const codes: string[] = [...FOREIGN];
  for (const custom of targets(validUntil)) {
    const granted = await grantCodes(context, db, { custom, count: 3, makerId, checkerId });
    codes.push(...granted);
    await consume(granted[0] ?? "", custom);
    // A session that stays open, then a mistyped code.
    await open(granted[1] ?? "");
    await open(`${granted[2]?.slice(0, -1) ?? ""}0`).catch(() => undefined);
  }
  const [points] = targets(validUntil);
  if (!points) throw new Error("no target");
  const input = { name: "未激活", target: points, count: 2, activation: "on_sale" } as const;
  const { batchId } = await createBatch(context, db, { makerId, key: key(), input });
  await submitAndGenerate(context, db, { makerId, batchId, key: key() });
  await approveBatch(context, db, { batchId, checkerId });
  await testEnv.asOwner(`UPDATE code SET state = 'ACTIVE' WHERE batch_id = '${batchId}'`);
  codes.push(...(await unusedCodes(context, db, batchId, 2)));
  await buffer(await exportCodes(context, db, { batchId, memberId: makerId, origin: "https://a" }));
  codes.push(
    (await revealExportKey(context, db, { batchId, memberId: checkerId, key: key() })).key,
  );
  await freezeBatch(
    context,
    db,
    { memberId: makerId, maySeeAll: false },
    { batchId, reason: "停" },
  );

  const file = `兑换码\n${FOREIGN.join("\n")}\n`;
  const wanted = { makerId, input: { target: points, dryRun: false, file } };
  const imported = await importBatch(context, db, wanted);
  await approveBatch(context, db, { batchId: imported.batchId ?? "", checkerId });
  await consume(FOREIGN[0] ?? "", points);
  return codes;
}

let addresses = 0;
const open = (code: string, memberId?: string) =>
  openSession(testEnv.context, testEnv.db, {
    code,
    memberId,
    device: "",
    session: undefined,
    address: `10.8.0.${++addresses}`,
  });

async function consume(code: string, { target }: BatchTarget): Promise<void> {
  const { context, db } = testEnv;
  const memberId = await testEnv.member(80);
  const { session } = await open(code, memberId);
  if (target === "meal" || target === "voucher") return;
  await redeemCode(context, db, { input: { session }, memberId, key: key() });
}

test("no table contains a code or an export key in any form", async () => {
  const codes = await createLiveCodes();
  expect(codes.length).toBeGreaterThan(15);
  expect(codes.filter((code) => parseCode(code).form === "own").length).toBeGreaterThan(10);
  const text = await dump();
  for (const code of codes) {
    expect(formsOf(code).filter((form) => text.includes(form))).toEqual([]);
  }
});

test("the search finds a code in every form it is stored", async () => {
  const code = "7K2M-9QWX-4TB8-HN3D-XY";
  const { context, db, makerId } = testEnv;
  const hidden = [
    `note ${code}`,
    code.replaceAll("-", "").toLowerCase(),
    ...[0, 1, 2].map((pad) => Buffer.from(`${"x".repeat(pad)}${code} end`).toString("base64")),
  ];
  for (const note of hidden) {
    const target = { target: "points", title: "积分", points: 1 } as const;
    const validUntil = context.clock.now().getTime() + 86_400_000;
    const input = { name: "批次", count: 1, target: { ...target, validUntil }, note };
    const { batchId } = await createBatch(context, db, { makerId, key: key(), input });
    const text = await dump();
    expect(
      formsOf(code).some((form) => text.includes(form)),
      note,
    ).toBe(true);
    await testEnv.asOwner(`DELETE FROM code_batch WHERE batch_id = '${batchId}'`);
  }
  const bytes = Buffer.from(code).toString("hex");
  expect(formsOf(code)).toContain(bytes);
});
