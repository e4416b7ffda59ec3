/** Two or more operators take one ticket at once, on 64 connections; and a mutant that loses. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { CONNECTIONS, maxOverRounds, times } from "../ledger/race.fixture.ts";
import { openShop, type ShopEnv } from "../orders/shop.fixture.ts";
import { openTicket, takeTicket, ticketForOperator } from "./actions.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const opened: ShopEnv[] = [];
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.close();
});

async function open(): Promise<ShopEnv> {
  const shop = await openShop(CONNECTIONS);
  opened.push(shop);
  return shop;
}

/** Returns how many of 64 operators took one ticket, and whether its assignee is one of them. */
async function round(shop: ShopEnv, n: number) {
  const { context, db } = shop;
  const memberId = await shop.member(n + 1);
  const { ticketId } = await openTicket(context, db, {
    memberId,
    key: `race-${n}`,
    topic: "other",
    text: "有一个问题",
    smsWanted: false,
  });
  const operators = times(CONNECTIONS, () => context.ids.next());
  const taken = await Promise.all(
    operators.map((operatorId) =>
      takeTicket(context, db, { ticketId, operatorId }).then(
        () => operatorId,
        () => undefined,
      ),
    ),
  );
  const winners = taken.filter((one) => one !== undefined);
  const first = operators[0] ?? "";
  const { assignee } = await ticketForOperator(context, db, { ticketId, operatorId: first });
  return { winners, assigneeId: assignee?.id };
}

test("of 64 operators who take one ticket at once, one has it", async () => {
  const shop = await open();
  const { winners, assigneeId } = await round(shop, 0);
  expect(winners).toEqual([assigneeId]);
}, 60_000);

test.runIf(isSlowTier)(
  "mutant: without the state in its condition, several operators have it",
  async () => {
    const shop = await open();
    const text = readFileSync(new URL("functions/take.sql", import.meta.url), "utf8");
    expect(text).toContain(" AND state = 'open'");
    await shop.asOwner(text.replace(" AND state = 'open'", ""));
    const most = await maxOverRounds(1, async (n) => (await round(shop, n)).winners.length);
    expect(most).toBeGreaterThan(1);
  },
  60_000,
);
