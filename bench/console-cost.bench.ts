/**
 * Measures what the console costs members: opening a code, redeeming it and a purchase, with and
 * without the indexes that only the operators' lists and searches use, and without the record of
 * each attempt to open a code.
 */
import type { Client } from "pg";
import { measureWithAndWithout } from "./with-and-without.ts";

/** Indexes of the operators' lists and searches on tables that members write. */
const INDEXES = [
  "orders_newest",
  "orders_kind_newest",
  "orders_display_newest",
  "orders_contact_last4",
  "supplier_order_supplier_no",
  "code_last4",
  "code_by_id",
  "code_session_holder",
  "payment_attempt_newest",
  "payment_attempt_unmatched",
  "payment_return_newest",
  "inbox_newest",
  "inbox_subject",
];

const NO_ATTEMPT = `CREATE OR REPLACE FUNCTION exchange_record_attempt(
  p_holder uuid, p_code_mac bytea, p_session jsonb, p_guard jsonb, p_outcome text, p_now timestamptz
) RETURNS void LANGUAGE sql AS 'SELECT'`;

/** Drops the indexes, each of which must exist, and makes the record of attempts write nothing. */
async function removeConsole(owner: Client): Promise<void> {
  for (const index of INDEXES) await owner.query(`DROP INDEX ${index}`);
  await owner.query(NO_ATTEMPT);
}

await measureWithAndWithout({
  name: "with the console",
  remove: removeConsole,
  titles: {
    opening: "Open a code over HTTP, with and without what the console added (medians)",
    redeeming: "Redeem a code in SQL, with and without it (medians)",
    buying: "Quote, order and pay with a coupon over HTTP, with and without it (medians)",
  },
  goal: "it costs at most 3 %, as the lifecycles do (decision 0073)",
});
