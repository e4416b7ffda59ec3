/** Batches of corporate customers in the demo's past: made, approved, redeemed, frozen and paid for. */
import {
  corporateBatches,
  type CorporateBatch,
  dealerPayments,
} from "../data/corporate-batches.ts";
import {
  approveBatch,
  createBatch,
  enterPayment,
  freezeBatch,
  openSession,
  owedOf,
  redeemCode,
  submitAndGenerate,
  unusedCodes,
} from "../../domain/exchange/actions.ts";
import { invariant } from "../../platform/refusal.ts";
import { shanghaiMonth } from "../../platform/shanghai.ts";
import type { Role } from "../people.ts";
import { type Choice, createChoice } from "./choice.ts";
import { type Person, whereOf } from "./people.ts";
import type { Event } from "./plan.ts";
import { deliverAccepted } from "./shopping.ts";
import { deliverAll, type PastEnvironment } from "./environment.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type People = Readonly<Record<Role, string>>;
/** The unused codes of each batch, by its name. */
export type CodePool = Map<string, string[]>;

/** Batches are made between nine and ten in the morning, before members redeem. */
const madeBeforeEnd = ({ madeDaysAgo }: CorporateBatch, place: number): number =>
  (madeDaysAgo + 1) * DAY_MS - 9 * HOUR_MS - place * 4 * MINUTE_MS;

const FROZEN_BECAUSE = "客户核对发放名单，先冻结";

/** Makes a batch now, as far as its state says. Returns its unused codes. */
async function make(
  { time, db }: PastEnvironment,
  people: People,
  { name, target, count, validDays, state, dealer = "dealer" }: CorporateBatch,
): Promise<string[]> {
  const { context, pass } = time;
  const { [dealer]: makerId, checker: checkerId } = people;
  const validUntil = context.clock.now().getTime() + validDays * DAY_MS;
  const input = { name, target: { ...target, validUntil }, count };
  const { batchId } = await createBatch(context, db, { makerId, key: context.ids.next(), input });
  if (state === "draft") return [];
  pass(MINUTE_MS);
  await submitAndGenerate(context, db, { makerId, key: context.ids.next(), batchId });
  if (state === "waiting") return [];
  pass(25 * MINUTE_MS);
  await approveBatch(context, db, { batchId, checkerId });
  const codes = await unusedCodes(context, db, batchId, count);
  if (state === "active") return codes;
  pass(5 * HOUR_MS);
  const by = { memberId: checkerId, maySeeAll: true };
  await freezeBatch(context, db, by, { batchId, reason: FROZEN_BECAUSE });
  return [];
}

export type BatchMaking = {
  readonly people: People;
  readonly codes: CodePool;
  /** The midnight that ends the past, in ms. */
  readonly end: number;
};

/** Makes the batches of the day that ends so many days before the end. */
export async function makeBatches(
  env: PastEnvironment,
  { people, codes, end }: BatchMaking,
  daysLeft: number,
): Promise<void> {
  for (const [place, batch] of corporateBatches.entries()) {
    const beforeEnd = madeBeforeEnd(batch, place);
    if (isOpen(batch) || Math.ceil(beforeEnd / DAY_MS) !== daysLeft) continue;
    const at = new Date(end - beforeEnd);
    codes.set(batch.name, await env.time.at(at, () => make(env, people, batch)));
  }
}

const isOpen = ({ state }: CorporateBatch): boolean => state === "draft" || state === "waiting";

/** Makes the batches that wait for a decision, some minutes before the present: approvals expire. */
export async function makeOpenBatches(
  env: PastEnvironment,
  people: People,
  present: Date,
): Promise<void> {
  for (const [place, batch] of corporateBatches.filter(isOpen).entries()) {
    const at = new Date(present.getTime() - (place + 1) * 20 * MINUTE_MS);
    await env.time.at(at, () => make(env, people, batch));
  }
}

/** Enters what the dealers have paid for past months, as the finance staff do. */
export async function enterDealerPayments(
  { time, db }: PastEnvironment,
  people: People,
  end: number,
): Promise<void> {
  const { maker: operatorId } = people;
  for (const { dealer, daysAgo, sharePercent, slip } of dealerPayments) {
    const memberId = people[dealer];
    const at = new Date(end - (daysAgo + 1) * DAY_MS + 15 * HOUR_MS);
    await time.at(at, async () => {
      const { context } = time;
      const month = shanghaiMonth(at.getTime() - at.getUTCDate() * DAY_MS);
      const owedFen = await owedOf(db, { memberId, month });
      const amountFen = Math.floor((owedFen * sharePercent) / 100);
      if (amountFen === 0) return;
      const key = context.ids.next();
      const reason = `${month} 月结款到账`;
      await enterPayment(context, db, {
        memberId,
        month,
        amountFen,
        slip,
        reason,
        operatorId,
        key,
      });
    });
  }
}

/** When a person joined; ms before the end. */
type Joined = { readonly person: Person; readonly beforeEndMs: number };

/** The members who redeem codes, and when: the first days after a batch bring the most. */
export function redemptionsOf(
  seed: string,
  { joined, days }: { readonly joined: readonly Joined[]; readonly days: number },
): Event[] {
  return corporateBatches.flatMap((batch, place) => {
    if (batch.madeDaysAgo >= days) return [];
    const choice = createChoice(`${seed}:codes of ${batch.name}`);
    const made = madeBeforeEnd(batch, place);
    const uses = Math.floor((batch.count * batch.redeemedPercent) / 100);
    const last = Math.max(0, made - batch.validDays * DAY_MS);
    return Array.from({ length: uses }, () =>
      redemption(choice, { batch, made, last, joined }),
    ).filter((event) => event !== undefined);
  });
}

function redemption(
  choice: Choice,
  {
    batch,
    made,
    last,
    joined,
  }: {
    batch: CorporateBatch;
    made: number;
    last: number;
    joined: readonly Joined[];
  },
): Event | undefined {
  const spanDays = Math.max(1, Math.floor((made - last) / DAY_MS) - 1);
  const day = Math.min(choice.below(spanDays), choice.below(spanDays));
  const beforeEndMs = made - (day + 1) * DAY_MS - choice.below(12 * 60) * MINUTE_MS + HOUR_MS;
  const there = joined.filter((one) => one.beforeEndMs > beforeEndMs + HOUR_MS);
  const found = there[choice.below(Math.max(1, there.length))];
  if (found === undefined || beforeEndMs < HOUR_MS) return undefined;
  const { choices } = batch.target;
  const skuId = choices?.[choice.below(choices.length)]?.skuId;
  return {
    do: "redeem",
    batch: batch.name,
    person: found.person,
    beforeEndMs,
    ...(skuId === undefined ? {} : { skuId }),
  };
}

/** A member enters a code of the batch and redeems it. */
export async function redeem(
  env: PastEnvironment,
  codes: CodePool,
  { memberId, event }: { memberId: string; event: Event & { do: "redeem" } },
): Promise<void> {
  const { time, db } = env;
  const { context } = time;
  const { person, batch, skuId } = event;
  const code = codes.get(batch)?.shift();
  invariant(code, `${batch} has no code left`);
  const { session } = await openSession(context, db, {
    code,
    memberId,
    session: undefined,
    ...whereOf(person),
  });
  time.pass(40_000);
  const takesAccount = skuId?.startsWith("phone") || skuId?.startsWith("video");
  const chosen = {
    ...(skuId === undefined ? {} : { skuId }),
    ...(takesAccount ? { input: { account: person.phone } } : {}),
  };
  const key = context.ids.next();
  await redeemCode(context, db, { input: { session, ...chosen }, memberId, key });
  await deliverAll(env, memberId);
  await deliverAccepted(env, memberId);
}
