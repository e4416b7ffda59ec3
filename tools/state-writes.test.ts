/** The check of state writes passes on the repository, and finds a removed or a wrong guard. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lifecycles } from "../server/src/domain/reconciliation/lifecycles.ts";
import { readSources } from "./boundaries/sources.ts";
import { exceptions, stateWriteFaults } from "./state-writes.ts";

const sources = readSources(fileURLToPath(new URL("..", import.meta.url)));

/** Returns the faults after one text of a file was replaced. */
function faultsAfter(path: string, from: string, to: string): string[] {
  const source = sources.find((one) => one.path === path);
  expect(source?.text).toContain(from);
  const text = source?.text.replace(from, to) ?? "";
  return stateWriteFaults([{ path, text }], lifecycles, []).filter(
    (fault) => !exceptions.some(({ column }) => fault.includes(`writes ${column} `)),
  );
}

test("every statement that writes a state names the states it begins in", () => {
  expect(stateWriteFaults(sources)).toEqual([]);
});

const D = "server/src/domain";
test.each([
  [
    `${D}/wallet/functions/topup.sql`,
    " AND id = p_topup AND state IN ('WAIT_PAY', 'CLOSED');\n    PERFORM",
    " AND id = p_topup;\n    PERFORM",
    "writes topup.state without a condition on the states it begins in",
  ],
  [
    `${D}/wallet/functions/refund.sql`,
    "AND state IN ('PAID', 'PART_REFUNDED')",
    "AND state IN ('PAID', 'PART_REFUNDED', 'WAIT_PAY')",
    "topup.state could change WAIT_PAY>REFUNDING, which top-up does not declare",
  ],
  [
    `${D}/orders/functions/close.sql`,
    "AND order_state = 'WAIT_PAY' ",
    "",
    "writes orders.order_state without a condition on the states it begins in",
  ],
  [
    `${D}/orders/functions/settle.sql`,
    "AND pay_state IN ('UNPAID', 'PAYING') ",
    "",
    "writes orders.pay_state without a condition on the states it begins in",
  ],
  [
    `${D}/payments/functions/apply.sql`,
    "AND a.state <> 'SUCCESS'",
    "",
    "writes payment_attempt.state without a condition on the states it begins in",
  ],
  [
    `${D}/exchange/functions/redeem.sql`,
    "AND state = 'LOCKED' AND",
    "AND state IN ('LOCKED', 'VOID') AND",
    "code.state could change VOID>REDEEMED, which exchange-code does not declare",
  ],
  [
    `${D}/exchange/functions/uses.sql`,
    "    WHERE code_use.state IN ('free', 'held')\n",
    "",
    "writes code_use.state without a condition on the states it begins in",
  ],
  [
    `${D}/invitations/functions/cut.sql`,
    " AND state = v_was.state",
    "",
    "writes invite_reward.state without a condition on the states it begins in",
  ],
  [
    `${D}/cards/store.ts`,
    "WHEN state = 'READY' THEN 'REVEALED'",
    "WHEN state <> 'VOID' THEN 'REVEALED'",
    "card.state could change MARKED_USED>REVEALED, which card does not declare",
  ],
])("%s: a guard that is removed or too wide is found", (path, from, to, fault) => {
  expect(faultsAfter(path, from, to)).toEqual([`${path}: ${fault}`]);
});

test("a move that the declaration no longer has is found in the statements", () => {
  const without = lifecycles.map((one) => ({
    ...one,
    events: one.events.filter(({ name }) => !(one.name === "refund" && name === "begin")),
  }));
  expect(stateWriteFaults(sources, without)).toContain(
    `${D}/refunds/functions/begin.sql: refund.state could change APPROVED>PROCESSING, which refund does not declare`,
  );
});

test("an exception that is no longer needed is found", () => {
  const more = { path: `${D}/none.sql`, column: "orders.pay_state", because: "an example" };
  expect(stateWriteFaults(sources, lifecycles, [...exceptions, more])).toEqual([
    `tools/state-writes.ts: unused exception ${D}/none.sql orders.pay_state`,
  ]);
});

/** Takes every condition on a column out of the statements of a text. */
const withoutGuards = (text: string, column: string): string =>
  text.replaceAll(
    new RegExp(
      `((?:WHERE|AND|OR)\\s+\\(*)(?:\\w+\\.)?${column}\\s*` +
        "(?:(?:NOT\\s+)?IN\\s*\\([^)]*\\)" +
        "|(?:=|<>)\\s*(?:'\\w+'|ANY\\s*\\((?:[^()]|\\([^()]*\\))*\\)|\\$\\{[^}]*\\}|[vp]_[\\w.]+))",
      "g",
    ),
    "$1true",
  );

test.each(lifecycles.map((lifecycle) => [lifecycle.name, lifecycle.stored] as const))(
  "%s: guards taken out of its statements are found",
  (_, { table, column }) => {
    const writing = sources.filter(({ text }) => new RegExp(`UPDATE\\s+${table}\\b`).test(text));
    const unguarded = writing.map(({ path, text }) => ({
      path,
      text: withoutGuards(text, column),
    }));
    const fault = `writes ${table}.${column} without a condition on the states it begins in`;
    const found = stateWriteFaults(unguarded, lifecycles, []);
    expect(found.filter((one) => one.endsWith(fault))).not.toEqual([]);
  },
);
