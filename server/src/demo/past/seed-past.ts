/**
 * Makes the demo's past: the members of sixty days, what they bought until now, and what came of it,
 * by the actions of the product with the clock of each day (decision 0146).
 */
import { ownValue } from "@yunjing/contract/own-value";
import { sql } from "drizzle-orm";
import { codeOf } from "../../domain/invitations/actions.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { createConcurrencyLimit } from "../../platform/push/concurrency-limit.ts";
import { SHANGHAI_MS } from "../../platform/shanghai.ts";
import {
  enterDealerPayments,
  makeBatches,
  makeOpenBatches,
  type People,
  redemptionsOf,
} from "./batches.ts";
import { layOutCases, leaveOnTheWay } from "./cases.ts";
import { stepsOfFirstMember } from "./first-member.ts";
import { performEvent, type Known } from "./history.ts";
import { BROKEN_DAY, createSupplierBehaviour } from "./supplier-behaviour.ts";
import { createPastPartners, type PartnersOfPast } from "./partners.ts";
import { stepsOfOperators, proposeAtPresent } from "./operators.ts";
import { friendsOf, friendsOnOneDevice, type Person, peopleOf } from "./people.ts";
import { type Event, inTime, planOf, planOfToday } from "./plan.ts";
import type { OpenPastProduct } from "./port.ts";
import { makeStepsOfDay } from "./steps.ts";
import { createPastTime } from "./time.ts";
import { deliverEarlier, deliverEveryone, runJobs, type PastEnvironment } from "./environment.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Members whose events of one day are made side by side; more is not faster on two cores. */
const AT_ONCE = 4;
/** Bills of these last days are fetched and compared. */
const BILL_DAYS = 21;
/** The last members have done least; their orders stay on the way. */
const KEPT_FROM = 4;
/** When the jobs of a day run: after the partners have published the bills of the day before. */
const JOBS_AT_MS = 10.5 * HOUR_MS;

export type PastSize = {
  readonly seed: string;
  readonly members: number;
  readonly days: number;
};

export type PastOptions = {
  readonly open: OpenPastProduct;
  /** The demo's own accounts. */
  readonly people: People;
  readonly size?: PastSize | undefined;
};

/** The size of the demo's past. Another seed gives other people. */
export const FULL_PAST: PastSize = { seed: "yunjing", members: 300, days: 60 };

/** The past ends at the midnight in Shanghai that began the present day. */
const endOf = (now: number): number => now - ((now + SHANGHAI_MS) % DAY_MS);

/** Groups events in their order. */
function groupBy(events: readonly Event[], keyOf: (event: Event) => number): Map<number, Event[]> {
  const groups = new Map<number, Event[]>();
  for (const event of events) {
    const key = keyOf(event);
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return groups;
}

/** Makes one day: each member's events in order, members side by side where they do not meet. */
async function makeDay(
  env: PastEnvironment,
  known: Known,
  { events, end, atOnce }: { events: readonly Event[]; end: number; atOnce: number },
): Promise<void> {
  const byMember = groupBy(events, ({ person }) => person.place);
  const limit = createConcurrencyLimit(atOnce);
  const perform = async (own: readonly Event[]) => {
    for (const event of own)
      await env.time.at(new Date(end - event.beforeEndMs), () => performEvent(env, known, event));
  };
  await Promise.all([...byMember.values()].map((own) => limit(() => perform(own))));
}

/**
 * Adds the demo member's own earlier payments and deliveries, which were made without these partners,
 * to the partners' bills.
 */
async function billEarlierOrders(db: Db, partners: PartnersOfPast, until: Date): Promise<void> {
  type Line = { outNo: string; channelNo: string; amountFen: number; at: Date; supplier: string };
  const { rows: paid } = await db.execute<Line>(sql`
    SELECT out_trade_no AS "outNo", transaction_id AS "channelNo", amount_fen AS "amountFen", paid_at AS at
    FROM payment_attempt WHERE state = 'SUCCESS' AND paid_at < ${until}`);
  for (const { outNo, channelNo, amountFen, at } of paid)
    partners.addPayment({ outNo, channelNo, amountFen, at: new Date(at) });
  const { rows: supplied } = await db.execute<Line>(sql`
    SELECT out_no AS "outNo", supplier_no AS "channelNo", cost_fen AS "amountFen", ended_at AS at,
           supplier_id AS supplier
    FROM supplier_order WHERE state = 'SUCCESS' AND ended_at < ${until}`);
  for (const { supplier, outNo, channelNo, amountFen, at } of supplied)
    ownValue(partners.suppliers, supplier)?.bill({
      kind: "supply",
      outNo,
      channelNo,
      amountFen,
      state: "issued",
      at: new Date(at),
    });
}

/** Whether an earlier start has begun the past of this database. */
async function isBegun(db: Db, context: Context, [first]: readonly Person[]): Promise<boolean> {
  if (first === undefined) return true;
  const hash = context.secrets.mac("phone-lookup", first.phone);
  const { rows } = await db.execute(sql`SELECT 1 FROM phone_claim WHERE phone_hash = ${hash}`);
  return rows.length > 0;
}

/**
 * Makes the past once per database; a later start changes nothing. No worker may run meanwhile: it
 * would deliver messages of past days at the present time.
 */
export async function seedPast(
  context: Context,
  db: Db,
  { open, people: accounts, size = FULL_PAST }: PastOptions,
): Promise<void> {
  const { seed, members: count, days } = size;
  const people = peopleOf(seed, count, days);
  if (await isBegun(db, context, people)) return;
  const end = endOf(context.clock.now().getTime());
  const time = createPastTime(context);
  const partners = createPastPartners(time.context, createSupplierBehaviour(seed, end));
  const product = await open(time.context, partners);
  await billEarlierOrders(db, partners, new Date(end));
  const env: PastEnvironment = { time, db, product, partners, seed };
  await deliverEarlier(env, new Date(end));
  const inviteCode = await codeOf(context, db, accounts.member);
  const known: Known = { members: new Map(), codes: new Map(), inviteCode };
  const batches = { people: accounts, codes: known.codes, end };
  const own = planOf(seed, people, [...friendsOf(days), ...friendsOnOneDevice(days)]);
  const joined = own.filter((event) => event.do === "join");
  const events = [...own, ...redemptionsOf(seed, { joined, days })].toSorted(inTime);
  const plan = groupBy(events, ({ beforeEndMs }) => Math.ceil(beforeEndMs / DAY_MS));
  for (let daysLeft = days; daysLeft > 0; daysLeft -= 1) {
    const atOnce = daysLeft - 1 === BROKEN_DAY.daysAgo ? 1 : AT_ONCE;
    await makeBatches(env, batches, daysLeft);
    await makeStepsOfDay(env, accounts, { steps: stepsOfFirstMember, end, daysLeft });
    await makeDay(env, known, { events: plan.get(daysLeft) ?? [], end, atOnce });
    await makeStepsOfDay(env, accounts, { steps: stepsOfOperators(days), end, daysLeft });
    if (daysLeft === 1) {
      const first = people.flatMap(({ place }) => known.members.get(place) ?? []);
      await layOutCases(env, { members: first, end });
    }
    const morning = new Date(end - (daysLeft - 1) * DAY_MS + JOBS_AT_MS);
    const jobs = daysLeft > BILL_DAYS ? ["reward-keeper"] : ["reward-keeper", "bill-keeper"];
    await time.at(morning, async () => {
      await runJobs(env, jobs);
      await deliverEveryone(env);
    });
  }
  const now = context.clock.now().getTime();
  await makeDay(env, known, { events: planOfToday(seed, people, now - end), end, atOnce: AT_ONCE });
  await enterDealerPayments(env, accounts, end);
  await makeOpenBatches(env, accounts, context.clock.now());
  const buyers = people.flatMap(({ place }) => known.members.get(place) ?? []).slice(-KEPT_FROM);
  await leaveOnTheWay(env, { members: buyers, present: context.clock.now() });
  await proposeAtPresent(env, accounts, context.clock.now());
  await product.close();
}
