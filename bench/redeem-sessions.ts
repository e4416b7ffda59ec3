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

async function createCodes(server: BenchServer, count: number): Promise<readonly string[]> {
  const [maker, checker] = await createMembers(server, 2);
  if (!maker || !checker) throw new Error("codes need two operators");
  const operators = { makerId: maker.memberId, checkerId: checker.memberId };
  return grantCodes(server.context, server.db, { target: "points-500", count, ...operators });
}

/** Opens each code for one of the members, eight at a time. */
async function openEach(
  codes: readonly string[],
  members: readonly Member[],
  open: (code: string, member: Member) => Promise<void>,
): Promise<void> {
  let next = 0;
  const openNext = async () => {
    for (let at = next++; at < codes.length; at = next++) {
      const [code, member] = [codes[at], members[at % members.length]];
      if (code !== undefined && member) await open(code, member);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openNext));
}

/** A session that the server itself has opened, as it does for members. */
export type ServerSession = { readonly session: string; readonly member: Member };

/** Opens `count` sessions on fresh points codes by requests to a server, spread over the members. */
export async function requestRedeemSessions(
  server: BenchServer,
  members: readonly Member[],
  count: number,
): Promise<ServerSession[]> {
  const opened: ServerSession[] = [];
  await openEach(await createCodes(server, count), members, async (code, member) => {
    const answer = await fetch(`${server.origin}/api/exchange/sessions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: member.token },
      body: JSON.stringify({ code }),
    });
    const { data, msg } = (await answer.json()) as { data?: { session: string }; msg: string };
    if (!data) throw new Error(`a code was not opened: ${answer.status} ${msg}`);
    opened.push({ session: data.session, member });
  });
  return opened;
}

/** Opens `count` sessions on fresh points codes, spread over the members. */
export async function openRedeemSessions(
  server: BenchServer,
  members: readonly Member[],
  count: number,
): Promise<OpenSession[]> {
  const { context, db } = server;
  const codes = await createCodes(server, count);
  const holders = new Map(members.map((member) => [member.memberId, member]));
  await openEach(codes, members, async (code, { memberId }) => {
    const caller = { memberId, device: "bench", address: "127.0.0.1", session: undefined };
    await openSession(context, db, { code, ...caller });
  });
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
