/**
 * What the demo's first member did in the past, besides the year that the light demo gives:
 * purchases, codes, and the goods that points paid.
 */
import { grantCodes, openSession, redeemCode } from "../../domain/exchange/actions.ts";
import { grantToMember } from "../grant.ts";
import { FIRST_MEMBER } from "../people.ts";
import { pointsPurchases } from "../data/points.ts";
import { deliverAll, type PastEnvironment } from "./environment.ts";
import type { People } from "./batches.ts";
import { payAndReceive, placeUnpaid } from "./shopping.ts";
import { pictureOneself } from "./pictures.ts";
import type { Step } from "./steps.ts";

const MINUTE_MS = 60_000;
const ACCOUNT = "13900000001";

const buy =
  (skuId: string, fromBalance = false) =>
  async (env: PastEnvironment, { member: memberId }: People): Promise<void> => {
    const input = skuId.startsWith("video") ? { account: ACCOUNT } : {};
    await payAndReceive(env, await placeUnpaid(env, { memberId, skuId, input }), { fromBalance });
  };

const redeem =
  (target: "points-500" | "balance-20") =>
  async (env: PastEnvironment, people: People): Promise<void> => {
    const { member: memberId, dealer: makerId, checker: checkerId } = people;
    const { time, db } = env;
    const { context } = time;
    const [code = ""] = await grantCodes(context, db, { target, count: 1, makerId, checkerId });
    const from = { memberId, session: undefined, device: "demo", address: "127.0.0.1" };
    const { session } = await openSession(context, db, { code, ...from });
    time.pass(MINUTE_MS);
    const key = context.ids.next();
    await redeemCode(context, db, { input: { session }, memberId, key });
    await deliverAll(env, memberId);
  };

/** The balance that pays for the two purchases from it. */
const receiveBonus = async (
  { time, db }: PastEnvironment,
  { member: memberId }: People,
): Promise<void> => {
  const bonus = { memberId, ref: "demo-rebate", bonusFen: 13_590, title: "双十一充值返利" };
  await grantToMember(time.context, db, bonus);
};

const uploadFace = (env: PastEnvironment, { member: memberId }: People): Promise<void> =>
  pictureOneself(env, { memberId, seed: FIRST_MEMBER });

export const stepsOfFirstMember: readonly Step[] = [
  { daysAgo: 33, time: [12, 18], run: buy("heytea-mango") },
  { daysAgo: 26, time: [18, 41], run: buy("didi-ten") },
  { daysAgo: 20, time: [20, 7], run: buy("movie-2d") },
  { daysAgo: 17, time: [0, 12], run: receiveBonus },
  { daysAgo: 16, time: [21, 4], run: uploadFace },
  { daysAgo: 13, time: [11, 53], run: redeem("balance-20") },
  { daysAgo: 9, time: [21, 26], run: buy("video-iqiyi", true) },
  { daysAgo: 7, time: [15, 34], run: redeem("points-500") },
  { daysAgo: 4, time: [9, 2], run: buy("luckin-month", true) },
  ...pointsPurchases.map(
    (skuId, place): Step => ({
      daysAgo: 1,
      time: [13, 20 + 3 * place],
      run: buy(skuId, true),
    }),
  ),
];
