/**
 * The member's balance.
 *
 * - part: principal (topped up, or from a code), bonus (granted with top-ups, expires), reward (can
 *   be withdrawn).
 * - total: what can be spent now, of all three; money on hold is listed separately.
 * - cap: the maximum of all of it together, money on hold included.
 * - lot: bonus credited together with one expiry; bonus of no lot has no expiry. The earliest
 *   expiry is spent first.
 * - grace: a lot of seven days in place of one that expired while its bonus was on hold or spent.
 * - package: an amount that is offered with a bonus.
 * - top-up: money paid in through a channel; credited once, as principal and bonus.
 * - unspent: what is left of a top-up when principal is spent first in, first out.
 */
import type { Context } from "../../platform/context.ts";
import { randomBelow } from "../../platform/random.ts";
import type { TopUpState } from "./lifecycle.ts";
import { shanghaiDay } from "../../platform/shanghai.ts";

/** A top-up; fen, and instants in ms. */
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
  /** What is refundable now, after deductions. */
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

/** The refund of a top-up as of now; fen. */
export type Refundable = {
  readonly principalFen: number;
  readonly bonusBackFen: number;
  readonly bonusSpentFen: number;
  readonly refundFen: number;
};

const HALF = 1_000_000;

/** Generates the number of a top-up: 8 digits of the day in Asia/Shanghai, 12 random. */
export function generateTopUpNo({ clock, random }: Pick<Context, "clock" | "random">): string {
  const day = shanghaiDay(clock.now().getTime()).replaceAll("-", "");
  const half = () => String(randomBelow(random, HALF)).padStart(6, "0");
  return day + half() + half();
}

/**
 * Returns the state as of `now`: an expired unpaid top-up counts as closed, even before its row
 * does.
 */
export const stateAt = ({ state, expiresAt }: TopUp, now: number): TopUpState =>
  state === "WAIT_PAY" && expiresAt <= now ? "CLOSED" : state;
