/**
 * Names of tables and columns use the terms of the field. Names from before that rule stay
 * (decision 0074); this list holds all of them with their plain term, and only becomes shorter.
 */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../platform/database/testing.ts";

/** The words that are no terms of the field, with the singular for each plural. */
const METAPHORS =
  /(^|_)(ailing|bed|bond|courier|desk|hand|house|keeper|lane|look|news|pace|room|rung|shelf|tidy|told|treaty|vitals|word)s?(_|$)/;

/** The stored name, and the term that code and documents use. */
const stored: Readonly<Record<string, string>> = {
  account_shelf: "saved accounts of a member",
  "benefit.search_words": "words to search for",
  "card_stock.lane": "part of the stock",
  "code_batch.looks_like_ours": "whether imported codes have our format",
  "code_wrong_rate.lane": "part of a counter",
  "coupon_template.looks": "appearance",
  hot_word: "popular search words",
  "hot_word.word": "search word",
  "invite_appeal.words": "the member's text",
  "member_merge.look_at": "next check",
  "message_send.word": "answer of the channel",
  "outbox.lane": "queue",
  "payment_attempt.looks": "pollCount",
  "payment_attempt.next_look_at": "nextPollAt",
  "payment_return.looks": "pollCount",
  "payment_return.next_look_at": "nextPollAt",
  "payment_return.word": "channelState",
  "refund.looks": "pollCount",
  "refund.next_look_at": "nextPollAt",
  "refund.word": "channelState",
  "supplier_health.lane": "part of a counter",
  "supplier_order.hand_mac": "manualCodesMac",
  "supplier_order.is_hand_made": "isHandMade: delivered by an operator",
  "supplier_order.next_look_at": "nextPollAt",
  supplier_pace: "routing statistics of a supplier",
  "supplier_pace.is_ailing": "whether its health is bad",
  "withdrawal.looks": "pollCount",
  "withdrawal.next_look_at": "nextPollAt",
  "withdrawal.word": "channelState",
};

let database: FreshDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

test("no table or column has a metaphor in its name, except the listed ones", async () => {
  const { rows } = await owner.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY 1, 2`,
  );
  const tables = [...new Set(rows.map(({ table }) => table))];
  const found = [
    ...tables.filter((table) => METAPHORS.test(table)),
    ...rows.flatMap(({ table, column }) => (METAPHORS.test(column) ? [`${table}.${column}`] : [])),
  ];
  expect(found.toSorted()).toEqual(Object.keys(stored).toSorted());
});
