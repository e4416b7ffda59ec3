/** How fast a member's list of twenty orders is read, logged in, against the same rows without anything around them. */
import { answerOf, startBeside, openWorld, seatMembers } from "./world.ts";
import { compare, tell, type Way } from "./compare.ts";
import { listText, ROWS } from "./listing.ts";
import { openSeats, redeemText, redeemValues } from "./redeeming.ts";

const MEMBERS = 50;
const ORDERS_EACH = 24;
const ROUNDS = 5;
const count = (lanes: number) => (lanes === 1 ? 300 : 1_500);

const world = await openWorld();
const { context, databaseUrl, db } = world;
const members = await seatMembers(world, MEMBERS);
for (const { member, ...seat } of await openSeats(world, members, MEMBERS * ORDERS_EACH)) {
  const values = redeemValues(context, { ...seat, memberId: member.memberId });
  await db.$client.query({ name: "redeem", text: redeemText, values });
}
const bare = startBeside("./bare-server.ts", { DATABASE_URL: databaseUrl });
const bareOrigin = await answerOf<string>(bare);

const readers = (n: number) => Array.from({ length: n }, (_, at) => members[at % MEMBERS]);
const ours: Way = {
  name: "ours",
  job: (lanes, n) => ({
    lanes,
    origin: world.origin,
    calls: readers(n).map((member) => ({
      method: "GET",
      path: `/api/orders?pageSize=${ROWS}`,
      headers: { authorization: member?.token ?? "" },
    })),
  }),
};
const bareServer: Way = {
  name: "bare server",
  job: (lanes, n) => ({
    lanes,
    origin: bareOrigin,
    calls: readers(n).map((member) => ({
      method: "GET",
      path: `/orders/${member?.memberId}`,
      headers: {},
    })),
  }),
};
const driver: Way = {
  name: "driver",
  job: (lanes, n) => ({
    lanes,
    databaseUrl,
    statements: readers(n).map((member) => ({
      name: "orders",
      text: listText,
      values: [member?.memberId],
    })),
  }),
};

const plan = { lanes: [1, 8, 32], rounds: ROUNDS, count };
const rows = await compare([ours, bareServer, driver], plan);
tell("A member reads 20 of their orders, logged in (medians)", rows, [
  "G3: ≥ 60 % of the bare server whose JSON the database makes",
]);
bare.disconnect();
await world.close();
process.exit(0);
