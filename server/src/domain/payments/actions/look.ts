/** Asks the channel about open attempts: for a member who comes back, before closing, and on a schedule. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { type Attempt, nextLookAt } from "../model.ts";
import type { PaymentWord } from "../port.ts";
import {
  attemptsOf,
  type Business,
  dueAttempts,
  findAttempt,
  ownerOfNumber,
  takeLook,
} from "../store.ts";
import { apply, type PaymentDeps } from "./apply.ts";

const BATCH = 50;
const CALLS_AT_ONCE = 4;

/** What is certain after asking: `open` can still be paid, `unknown` is neither. */
export type Standing = "paid" | "open" | "closed" | "unknown";

const isOpen = ({ state }: Attempt): boolean => state === "CREATED" || state === "PREPARED";

/** Applies a word; `conflict` is certain of nothing. */
async function standingAfter(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  word: PaymentWord,
): Promise<Standing> {
  const change = await apply(context, db, deps, { word, source: "query" });
  if (change === "conflict" || change === "unknown_number") return "unknown";
  if (word.state === "unpaid") return "open";
  if (word.state === "paid") return "paid";
  return word.state === "closed" || change === "closed" ? "closed" : "paid";
}

/** Our own word that an attempt is over, once the channel has made that certain. */
async function close(context: Context, db: Db, deps: PaymentDeps, attempt: Attempt) {
  const { appId, merchantId } = deps.channel.account;
  const word = { outTradeNo: attempt.outTradeNo, appId, merchantId, state: "closed" } as const;
  await apply(context, db, deps, { word, source: "close" });
  return "closed" as const;
}

/**
 * What the channel has never seen ends when nobody can hold what it would be paid with: it was never prepared, or it is
 * long over.
 */
function isLost(context: Context, attempt: Attempt): boolean {
  const endedMs = context.clock.now().getTime() - attempt.expiresAt;
  return attempt.state === "CREATED" || endedMs >= context.settings.payAbsentMs;
}

/** Asks about one attempt. */
async function ask(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  attempt: Attempt,
): Promise<Standing> {
  const answer = await deps.channel.query(attempt.outTradeNo);
  switch (answer.state) {
    case "word":
      return standingAfter(context, db, deps, answer.word);
    case "absent":
      return "open";
    case "unknown":
      context.log.warn(
        { outTradeNo: attempt.outTradeNo, why: answer.reason },
        "no word on a payment",
      );
      return "unknown";
  }
}

/** Closes one attempt: asks first, and again when the channel says that it was paid meanwhile. */
async function askAndClose(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  attempt: Attempt,
): Promise<Standing> {
  const standing = await ask(context, db, deps, attempt);
  if (standing !== "open") return standing;
  const answer = await deps.channel.close(attempt.outTradeNo);
  switch (answer.state) {
    case "closed":
      return close(context, db, deps, attempt);
    case "absent":
      return isLost(context, attempt) ? close(context, db, deps, attempt) : "unknown";
    case "paid": {
      const again = await ask(context, db, deps, attempt);
      return again === "open" ? "unknown" : again;
    }
    case "unknown":
      return "unknown";
  }
}

/** Of several attempts the one that matters most speaks for all. */
function together(standings: readonly Standing[]): Standing {
  const order = ["paid", "unknown", "open"] as const;
  return order.find((each) => standings.includes(each)) ?? "closed";
}

async function each(
  attempts: readonly Attempt[],
  look: (attempt: Attempt) => Promise<Standing>,
): Promise<Standing> {
  const standings: Standing[] = [];
  for (const attempt of attempts) {
    if (isOpen(attempt)) standings.push(await look(attempt));
    else standings.push(attempt.state === "SUCCESS" ? "paid" : "closed");
  }
  return together(standings);
}

/**
 * Closes every open attempt of a business, so that none of them can be paid any more. `paid`: too late, the listener
 * has been told. `unknown`: the channel does not say; nothing may be taken for over.
 */
export const closeAttempts = async (
  context: Context,
  db: Db,
  deps: PaymentDeps,
  business: Business,
): Promise<Exclude<Standing, "open">> => {
  const standing = await each(await attemptsOf(db, business), (attempt) =>
    askAndClose(context, db, deps, attempt),
  );
  return standing === "open" ? "unknown" : standing;
};

/** Asks now about every open attempt of a business, for a member who comes back from WeChat. */
export const refreshAttempt = async (
  context: Context,
  db: Db,
  deps: PaymentDeps,
  business: Business,
): Promise<Standing> =>
  each(await attemptsOf(db, business), (attempt) => ask(context, db, deps, attempt));

/**
 * Asks about one attempt by its number, also when we take it for over: a bill may know of money that we never heard of.
 * Undefined when the number is none of ours.
 */
export async function askByNumber(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  outTradeNo: string,
): Promise<Standing | undefined> {
  const key = await ownerOfNumber(db, outTradeNo);
  const attempt = key && (await findAttempt(db, key));
  return attempt && ask(context, db, deps, attempt);
}

/**
 * Looks after every attempt that is due, and answers how many. A look is taken by setting the next one, so a crash only
 * delays it; one failure does not keep the others waiting, but is thrown at the end.
 */
export async function lookAtDue(context: Context, db: Db, deps: PaymentDeps): Promise<number> {
  const due = await dueAttempts(db, context.clock.sql(), BATCH);
  let looked = 0;
  const failures: unknown[] = [];
  const look = async (attempt: Attempt) => {
    const now = context.clock.now().getTime();
    const nextAt = new Date(nextLookAt(attempt, now, context.settings));
    if (!(await takeLook(db, attempt, { now: context.clock.sql(), nextAt }))) return;
    looked++;
    await (now < attempt.expiresAt ? ask : askAndClose)(context, db, deps, attempt);
  };
  for (let from = 0; from < due.length; from += CALLS_AT_ONCE) {
    const some = due.slice(from, from + CALLS_AT_ONCE);
    for (const result of await Promise.allSettled(some.map(look))) {
      if (result.status === "rejected") failures.push(result.reason);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "some looks at payments failed");
  return looked;
}
