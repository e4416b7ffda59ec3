/**
 * The balance as members know it.
 *
 * - part: principal (topped up, or from a code), bonus (given with top-ups, ends), reward (can be withdrawn).
 * - total: what can be spent now, of all three; what is held for something under way stands beside it.
 * - cap: what all of it together, held parts included, may come to.
 * - lot: bonus that came together and ends together; bonus of no lot has no end. What ends first is spent first.
 * - grace: a lot of seven days in place of one that ended while its bonus was held or spent.
 * - package: an amount that is offered with a bonus.
 * - top-up: money paid in through a channel; credited once, as principal and bonus.
 * - unspent: what is left of a top-up when principal is spent in the order in which it came.
 */
import type { Context } from "../../platform/context.ts";
import { randomBelow } from "../../platform/random.ts";
import type { TopUpState } from "./machine.ts";
import { shanghaiDay } from "../../platform/shanghai.ts";

/** A top-up as the actions see it; fen, and instants in ms. */
export type TopUp = {
  readonly memberId: string;
  readonly id: string;
  readonly topUpNo: string;
  readonly amountFen: number;
  readonly bonusFen: number;
  readonly state: TopUpState;
  readonly closedReason: string | null;
  readonly paidBackFen: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly paidAt: number | null;
  /** What would go back now, after what is deducted. */
  readonly refundableFen: number;
};

export type Package = {
  readonly packageId: string;
  readonly amountFen: number;
  readonly bonusFen: number;
  readonly isChosen: boolean;
  readonly isOn: boolean;
  readonly sort: number;
};

/** What taking a top-up back would bring now; fen. */
export type Refundable = {
  readonly principalFen: number;
  readonly bonusBackFen: number;
  readonly bonusSpentFen: number;
  readonly refundFen: number;
};

const HALF = 1_000_000;

/** A new number of a top-up: 8 digits of the day in Asia/Shanghai, 12 drawn. */
export function generateTopUpNo({ clock, random }: Pick<Context, "clock" | "random">): string {
  const day = shanghaiDay(clock.now().getTime()).replaceAll("-", "");
  const half = () => String(randomBelow(random, HALF)).padStart(6, "0");
  return day + half() + half();
}

/** By time alone: what was not paid in time is closed, whether or not anything says so. */
export const stateAt = ({ state, expiresAt }: TopUp, now: number): TopUpState =>
  state === "WAIT_PAY" && expiresAt <= now ? "CLOSED" : state;
