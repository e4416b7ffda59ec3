/**
 * Prepares open sessions for redemption, and the one statement that redeems each, as in the
 * product.
 */
import { hashToken } from "@yunjing/server/platform/secrets";
import { grantCodes, openSession } from "@yunjing/server/domain/exchange/actions";
import { sessionTokenOf } from "@yunjing/server/domain/exchange/model";
import { generateOrderNos, rulesOf } from "@yunjing/server/domain/orders/model";
import { expiryOf } from "@yunjing/server/domain/points/actions";
import type { Context } from "@yunjing/server/platform/context";
import { type Member, createMembers, type BenchServer } from "./bench-server.ts";

const POINTS = 500;
const AT_ONCE = 8;

/** A code leased by one member. */
export type OpenSession = {
  readonly session: string;
  readonly sessionId: string;
  readonly codeMac: Buffer;
  readonly member: Member;
};

/** Opens `count` sessions on fresh points codes, spread over the members. */
export async function openRedeemSessions(
  server: BenchServer,
  members: readonly Member[],
  count: number,
): Promise<OpenSession[]> {
  const { context, db } = server;
  const [maker, checker] = await createMembers(server, 2);
  if (!maker || !checker) throw new Error("codes need two operators");
  const operators = { makerId: maker.memberId, checkerId: checker.memberId };
  const codes = await grantCodes(context, db, { target: "points-500", count, ...operators });
  const holders = new Map(members.map((member) => [member.memberId, member]));
  let next = 0;
  const openNext = async () => {
    for (let at = next++; at < codes.length; at = next++) {
      const memberId = members[at % members.length]?.memberId;
      const caller = { memberId, device: "bench", address: "127.0.0.1", session: undefined };
      await openSession(context, db, { code: codes[at] ?? "", ...caller });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openNext));
  const open = await db.$client.query<{ session_id: string; code_mac: Buffer; holder_id: string }>(
    "SELECT session_id, code_mac, holder_id FROM code_session WHERE state = 'open'",
  );
  return open.rows.flatMap(({ session_id, code_mac, holder_id }) => {
    const member = holders.get(holder_id);
    const session = sessionTokenOf(context, session_id);
    return member ? [{ session, sessionId: session_id, codeMac: code_mac, member }] : [];
  });
}

export const redeemSql = "SELECT * FROM exchange_redeem($1,$2,$3,$4,$5,$6,$7)";

/**
 * Returns the values of the redeem statement: the same as in the product, without a preceding
 * query.
 */
export function redeemValues(
  { ids, clock, random }: Pick<Context, "ids" | "clock" | "random">,
  opened: { session: string; sessionId: string; codeMac: Buffer; memberId: string },
): unknown[] {
  const { session, sessionId, codeMac, memberId } = opened;
  const order = {
    id: ids.next(),
    orderNos: generateOrderNos({ clock, random }),
    source: "code",
    kind: "points",
    title: `${POINTS} 积分`,
    artwork: "coins",
    itemsText: `${POINTS} 积分`,
    orderState: "DONE",
    fulfilState: "DONE",
    points: POINTS,
    snapshot: { lines: [], rules: rulesOf("points"), codeLast4: "0000" },
    receiptHash: hashToken(ids.next()).toString("base64"),
    eventIds: [ids.next(), ids.next()],
  };
  const posting = {
    txnId: ids.next(),
    points: POINTS,
    lotId: ids.next(),
    expiresAt: expiryOf(clock.now(), 12),
  };
  const hash = hashToken(session).toString("base64");
  return [
    memberId,
    JSON.stringify({ id: sessionId, hash, codeMac: codeMac.toString("base64") }),
    JSON.stringify({ route: "exchange.redeem", key: sessionId, hash }),
    JSON.stringify(order),
    JSON.stringify(posting),
    null,
    null,
  ];
}
