/** Mutants of the refund functions: parts of SQL functions that are replaced in a test's database. */
import { readFileSync } from "node:fs";

type Replaced = readonly { file: string; from: RegExp; to: string }[];

/** Replaces parts of SQL functions, and runs statements, as the database owner. */
export async function mutate(
  ring: { readonly asOwner: (statements: string) => Promise<void> },
  replaced: Replaced,
  statements: readonly string[],
): Promise<void> {
  const texts = new Map<string, string>();
  for (const { file, from, to } of replaced) {
    const text = texts.get(file) ?? readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    if (!from.test(text)) throw new Error(`${file} does not contain ${from}`);
    texts.set(file, text.replace(from, to));
  }
  await ring.asOwner([...statements, ...texts.values()].join(";\n"));
}

/** Reads the units before it locks the order. */
export const readFirst: Replaced = [
  {
    file: "ledger/functions/lock-member.sql",
    from: /PERFORM ledger_lock\(p_member, p_now\);/,
    to: "NULL;",
  },
  {
    file: "orders/functions/refund.sql",
    from: /'PART_REFUNDED'\) FOR NO KEY UPDATE/,
    to: "'PART_REFUNDED')",
  },
  {
    file: "orders/functions/refund.sql",
    from: /id = v_wanted.id FOR NO KEY UPDATE;/,
    to: "id = v_wanted.id; PERFORM pg_sleep(0.05);",
  },
];
/** Removes every later guard, so that the test depends only on the order of reading and locking. */
export const withoutGuards: Replaced = [
  {
    file: "orders/functions/refund.sql",
    from: / AND refunded_quantity \+ v_wanted\.n <= quantity;/,
    to: ";",
  },
  {
    file: "orders/functions/refund.sql",
    from: /AND pay_state IN \('PAID', 'PART_REFUNDED'\)\s+AND order_state/,
    to: "AND order_state",
  },
  {
    file: "payments/functions/refund.sql",
    from: /\s+AND returned_fen \+ p_amount_fen <= amount_fen/,
    to: "",
  },
  {
    file: "points/functions/return.sql",
    from: / AND state = 'confirmed' AND returned \+ p_points <= points/,
    to: "",
  },
  { file: "points/functions/settle.sql", from: /IF v_left > 0 THEN/, to: "IF false THEN" },
  {
    file: "wallet/functions/return.sql",
    from: /v_back > v_hold.bonus \+ v_hold.principal \+ v_hold.reward/,
    to: "false",
  },
];
export const itemCheck = "ALTER TABLE order_item DROP CONSTRAINT order_item_refunded_within";
export const otherChecks = [
  "ALTER TABLE orders DROP CONSTRAINT orders_refunded_within",
  "ALTER TABLE payment_attempt DROP CONSTRAINT payment_attempt_returned",
  "ALTER TABLE points_hold DROP CONSTRAINT points_hold_returned",
  "ALTER TABLE points_hold_lot DROP CONSTRAINT points_hold_lot_back",
  "ALTER TABLE wallet_hold DROP CONSTRAINT wallet_hold_back",
];
