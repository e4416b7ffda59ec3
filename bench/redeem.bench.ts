/** How fast a code becomes points, everything on, against the same statement without anything around it. */
import { answerOf, startBeside, openWorld, seatMembers } from "./world.ts";
import { compare, tell, type Way } from "./compare.ts";
import { openSeats, redeemText, redeemValues, type Seat } from "./redeeming.ts";

const MEMBERS = 200;
const LANES = [1, 8, 32];
const ROUNDS = 5;
const WAYS = 3;
const count = (lanes: number) => (lanes === 1 ? 150 : 400);
const SEATS = WAYS * (count(8) + LANES.reduce((sum, lanes) => sum + ROUNDS * count(lanes), 0));

const world = await openWorld();
const { context, databaseUrl } = world;
const members = await seatMembers(world, MEMBERS);
const seats = await openSeats(world, members, SEATS);
const bare = startBeside("./bare-server.ts", { DATABASE_URL: databaseUrl });
const bareOrigin = await answerOf<string>(bare);

/** Each code can be redeemed once, so every job takes seats of its own. */
const take = (n: number): Seat[] => seats.splice(0, n);
const json = { "content-type": "application/json" };

const ours: Way = {
  name: "ours",
  job: (lanes, n) => ({
    lanes,
    origin: world.origin,
    calls: take(n).map(({ session, sessionId, member }) => ({
      method: "POST",
      path: `/api/exchange/sessions/${session}/redeem`,
      headers: { ...json, authorization: member.token, "idempotency-key": sessionId },
      body: "{}",
    })),
  }),
};
const bareServer: Way = {
  name: "bare server",
  job: (lanes, n) => ({
    lanes,
    origin: bareOrigin,
    calls: take(n).map(({ session, sessionId, codeMac, member: { memberId } }) => ({
      method: "POST",
      path: "/redeem",
      headers: json,
      body: JSON.stringify({ session, sessionId, codeMac: codeMac.toString("base64"), memberId }),
    })),
  }),
};
const driver: Way = {
  name: "driver",
  job: (lanes, n) => ({
    lanes,
    databaseUrl,
    statements: take(n).map(({ member: { memberId }, ...seat }) => ({
      name: "redeem",
      text: redeemText,
      values: redeemValues(context, { ...seat, memberId }),
    })),
  }),
};

const rows = await compare([ours, bareServer, driver], { lanes: LANES, rounds: ROUNDS, count });
tell("Redeem a code for points over HTTP, everything on (medians)", rows, [
  "G1: ≥ 25 / 40 / 70 % of one call without HTTP at 1 / 8 / 32 connections",
  "G2: p99 at 32 connections ≤ 3 × p50",
]);
bare.disconnect();
await world.close();
process.exit(0);
