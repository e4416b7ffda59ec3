/**
 * Measures what the lifecycles cost: redeeming a code by its SQL statement alone, and a purchase
 * over HTTP, with and without the triggers and the history rows of states.
 */
import type { Client } from "pg";
import { measureWithAndWithout } from "./with-and-without.ts";

const EVENT = "platform_state_change_insert";

/** Disables the lifecycle triggers and makes the history function write nothing. */
async function removeLifecycles(owner: Client): Promise<void> {
  const { rows: triggers } = await owner.query<{ table: string; name: string }>(
    `SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger WHERE tgname LIKE 'lifecycle_%'`,
  );
  for (const { table, name } of triggers)
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  const { rows } = await owner.query<{ definition: string }>(
    `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname = '${EVENT}'`,
  );
  await owner.query((rows[0]?.definition ?? "").replace(/\bBEGIN\b/, "BEGIN RETURN;"));
}

await measureWithAndWithout({
  name: "with lifecycles",
  remove: removeLifecycles,
  titles: {
    redeeming:
      "Redeem a code in SQL, with and without triggers and history rows of states (medians)",
    buying: "Quote, order and pay with a coupon over HTTP, with and without them (medians)",
  },
  goal: "they cost at most 3 % (decision 0073)",
});
