/**
 * Processes of the former build run on the schema of this one while an upgrade goes on: nothing that
 * they use is dropped, renamed or changed, and nothing refuses what they write. What a contract step
 * takes away is listed with its reason (decision 0200).
 */
import pg from "pg";
import Type from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import former from "../../../former-build.json" with { type: "json" };
import { readSchemas } from "../../sql/generator/modules.ts";
import { object } from "../../sql/schemas/schema.ts";
import { formerFaults, linesOfSchemas, readLines } from "./former-build.fixture.ts";
import { type FreshDatabase, freshDatabase } from "./testing.ts";

/** Faults that are allowed: the reason why no process of the former build meets them. */
const contractSteps: Readonly<Record<string, string>> = {
  "lost: unique sms_challenge (challenge_id)":
    "its ids are random, and no statement names the key in ON CONFLICT (decision 0240)",
  "refused: unique sms_challenge (phone_hash, challenge_id)":
    "refuses fewer rows than the key that it replaces (decision 0240)",
  "lost: function coupons_pack_contents(p_title text, p_looks jsonb, p_rules jsonb) returns TABLE(seq smallint, snapshot jsonb)":
    "internal: only coupons_grant calls it, which is replaced in the same transaction",
  ...Object.fromEntries(
    [
      "ledger_transfer CHECK (ledger_is_side(asset, credit, credit_version, credit_after))",
      "ledger_transfer CHECK (ledger_is_side(asset, debit, debit_version, debit_after))",
      "order_item CHECK ((((refunded_quantity >= 0) AND (refunded_quantity <= quantity)) AND orders_is_within(refunded, cash_fen, balance_fen, points)))",
    ].map((check) => [
      `refused: constraint ${check}`,
      "refuses the same rows as the checks that it replaces (decision 0168)",
    ]),
  ),
  ...Object.fromEntries(
    [
      "campaign_spend CHECK ((LEAST(budget_fen, held_fen, spent_fen) >= 0)) NOT VALID",
      "coupon_use CHECK (coupons_is_use_sound(state, off_fen)) NOT VALID",
      "event CHECK (platform_is_actor_kind(actor_kind)) NOT VALID",
      "ledger_hold CHECK (ledger_is_hold_sound(state, amount, confirmed, resolved_at)) NOT VALID",
      "member_coupon CHECK (coupons_is_sound(state, source, pack_seq, returned_count, locked_order, lock_until, used_order, used_at)) NOT VALID",
      "order_item CHECK (orders_is_item_sound(seq, quantity, fulfil_state, unit_fen, goods_fen, level_off_fen, coupon_off_fen, points_off_fen, points, cash_fen, balance_fen, cost_fen)) NOT VALID",
      "orders CHECK (orders_is_sound(source, quantity, city_code, order_state, pay_state, fulfil_state, refund_state, goods_fen, voucher_fen, difference_fen, paid_fen, points, level_off_fen, coupon_off_fen, points_off_fen, payable_fen, balance_fen, cash_fen, quote_id, expires_at)) NOT VALID",
      "wallet_hold CHECK (wallet_is_back(state, bonus, bonus_back, principal, principal_back, reward, reward_back)) NOT VALID",
      "wallet_hold CHECK (wallet_is_hold_sound(state, bonus, principal, reward)) NOT VALID",
    ].map((check) => [
      `refused: constraint ${check}`,
      "refuses the same rows as the checks that it replaces (decision 0230)",
    ]),
  ),
};

let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.ownerUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const linesNow = async () => {
  const [lines, json] = [await readLines(client), linesOfSchemas((await readSchemas()).values())];
  return {
    uses: [...lines.uses, ...json.uses],
    refuses: [...lines.refuses, ...json.refuses],
  };
};

test("the schema has all that the former build uses, besides listed contract steps", async () => {
  const faults = formerFaults(former, await linesNow());
  expect(faults.toSorted()).toEqual(Object.keys(contractSteps).toSorted());
});

/** The faults of a change that is undone. */
async function faultsAfter(statements: string): Promise<string[]> {
  const before = await readLines(client);
  await client.query("BEGIN");
  try {
    await client.query(statements);
    return formerFaults(before, await readLines(client));
  } finally {
    await client.query("ROLLBACK");
  }
}

const planted: readonly (readonly [string, string, string])[] = [
  ["a dropped table", "DROP TABLE push_ticket", "lost: table push_ticket"],
  ["a renamed table", "ALTER TABLE address RENAME TO place", "lost: table address"],
  ["a dropped column", "ALTER TABLE address DROP COLUMN tag", "lost: column address.tag text"],
  [
    "a renamed column",
    "ALTER TABLE address RENAME COLUMN tag TO label",
    "lost: column address.tag text",
  ],
  [
    "a column of another type",
    "ALTER TABLE address ALTER COLUMN tag TYPE varchar(20)",
    "lost: column address.tag text",
  ],
  [
    "a required column without a default",
    "ALTER TABLE push_ticket ADD COLUMN next integer NOT NULL",
    "refused: required push_ticket next",
  ],
  [
    "a check",
    "ALTER TABLE push_ticket ADD CHECK (name <> 'next')",
    "refused: constraint push_ticket CHECK ((name <> 'next'::text))",
  ],
  [
    "a unique key",
    "CREATE UNIQUE INDEX next ON push_ticket (name)",
    "refused: unique push_ticket (name)",
  ],
  [
    "a dropped function",
    "DROP FUNCTION orders_ms(timestamptz)",
    "lost: function orders_ms(p_at timestamp with time zone) returns bigint",
  ],
  [
    "a function with another signature",
    `ALTER FUNCTION orders_claim_no(uuid, jsonb, timestamptz) RENAME TO former;
     CREATE FUNCTION orders_claim_no(p_member uuid, p_order jsonb, p_from text, p_now timestamptz) RETURNS text
     LANGUAGE sql AS $$ SELECT '' $$`,
    "lost: function orders_claim_no(p_member uuid, p_order jsonb, p_now timestamp with time zone) returns text",
  ],
  [
    "a privilege that is taken away",
    "REVOKE UPDATE (is_on) ON favourite_store FROM yunjing_app",
    "lost: UPDATE favourite_store.is_on",
  ],
];

test.each(planted)("%s is found", async (_what, statement, fault) => {
  expect(await faultsAfter(statement)).toContain(fault);
});

test("a table may get columns with a default, and there may be new tables", async () => {
  const faults = await faultsAfter(
    `ALTER TABLE push_ticket ADD COLUMN next integer NOT NULL DEFAULT 0;
     CREATE TABLE next (id uuid PRIMARY KEY, name text NOT NULL CHECK (name <> ''))`,
  );
  expect(faults).toEqual([]);
});

test("a key of JSON that is read no more, and one that is newly required, are found", () => {
  const linesOf = (order: Parameters<typeof object>[0]) =>
    linesOfSchemas([{ place: { arguments: { order: object(order) } } }]);
  const text = Type.String();
  const before = linesOf({ id: text, item: text });
  expect(formerFaults(before, linesOf({ id: text, items: text }))).toEqual([
    "lost: key place.order.item",
    "refused: key place.order items",
  ]);
  const both = { id: text, item: Type.Optional(text), items: Type.Optional(text) };
  expect(formerFaults(before, linesOf(both))).toEqual([]);
});
