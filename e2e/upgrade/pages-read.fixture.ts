/** What members read of their orders, points and money: states, kinds and types, without texts. */
import { openSession, signToken } from "@yunjing/server/domain/members/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { createCaller } from "../http/exchange.fixture.ts";
import { must, rows } from "./past.fixture.ts";
import type { SavedTestEnv } from "./saved-test-env.fixture.ts";

const NAMES = new Set(["state", "display", "kind", "type", "status"]);

/** The values of fields that hold names, in their order in the answer. */
function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) =>
    typeof held === "string" && NAMES.has(key) ? [`${key}=${held}`] : namesIn(held),
  );
}

async function tokenOf({ context, db }: SavedTestEnv, memberId: string): Promise<string> {
  const { sessionId } = await transaction(db, (tx) =>
    openSession(context, tx, { memberId, device: "upgrade" }),
  );
  const claims = { memberId, sessionId, sessionVersion: 1, roles: [], permissions: [] };
  return (await signToken(context, "member", claims)).token;
}

/** By member, of all who have ordered something. */
export async function pagesRead(testEnv: SavedTestEnv): Promise<Record<string, string>> {
  const call = createCaller(testEnv);
  const members = await rows<{ id: string }>(
    testEnv,
    `SELECT member_id AS id FROM member m
     WHERE status = 'ACTIVE' AND EXISTS (SELECT FROM orders o WHERE o.member_id = m.member_id)
     ORDER BY 1`,
  );
  const read: Record<string, string> = {};
  for (const { id } of members) {
    const by = { token: await tokenOf(testEnv, id) };
    const pages = [
      await must(call("orders", "list", {}, by)),
      await must(call("points", "records", {}, by)),
      await must(call("wallet", "records", {}, by)),
    ];
    read[id] = pages.map((page) => namesIn(page).join(" ")).join(" | ");
  }
  return read;
}
