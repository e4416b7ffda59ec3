/**
 * Decides the order of routes, when a circuit opens, and how long a prepaid balance lasts. Pure.
 */
import { type Random, randomBelow } from "../../platform/random.ts";
import type { Settings } from "../../platform/settings.ts";
import type { Route } from "./port.ts";

/** A supplier's current statistics, as far as routes need them. */
export type SupplierStats = {
  readonly supplierId: string;
  /** Disabled, or its circuit is open. */
  readonly isShut: boolean;
  /** Its recent success rate is so low that others of the same priority come first. */
  readonly isAiling: boolean;
  /** The success rate of recent placings, in thousandths; 1000 where unknown. */
  readonly goodShare: number;
  /** How long its answer to a placing takes, in ms; null where unknown. */
  readonly placingMs: number | null;
};

type Ranked = { readonly route: Route; readonly stats: SupplierStats | undefined };

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** The sort keys before weight and price. */
const rankOf = ({ route, stats }: Ranked): number[] => [
  Number(stats?.isShut ?? false),
  route.priority ?? 0,
  Number(stats?.isAiling ?? false),
];

/** Draws routes without replacement by weight; the recent success rate scales the weight. */
function draw(ranked: readonly Ranked[], random: Random): Ranked[] {
  const left = [...ranked];
  const drawn: Ranked[] = [];
  const chanceOf = ({ route, stats }: Ranked) =>
    (route.weight ?? 0) * Math.max(1, stats?.goodShare ?? 1_000);
  while (left.length > 1) {
    let point = randomBelow(
      random,
      left.reduce((sum, one) => sum + chanceOf(one), 0),
    );
    const at = left.findIndex((one) => (point -= chanceOf(one)) < 0);
    drawn.push(...left.splice(at, 1));
  }
  return [...drawn, ...left];
}

/** Cheaper first, then the faster answer, then the list order. */
const byPrice = (a: Ranked, b: Ranked): number =>
  a.route.costFen - b.route.costFen || (a.stats?.placingMs ?? 0) - (b.stats?.placingMs ?? 0);

/** Orders routes of one rank: those with a weight are drawn, the others follow by price. */
const within = (ranked: readonly Ranked[], random: Random): Ranked[] => [
  ...draw(
    ranked.filter(({ route }) => route.weight !== undefined),
    random,
  ),
  ...ranked.filter(({ route }) => route.weight === undefined).toSorted(byPrice),
];

/**
 * Returns routes in the order they are tried: unavailable suppliers come last, then by priority
 * number, then healthy suppliers first; among equals the weight sets the probability, and without
 * weights the cheaper one is first.
 */
export function orderRoutes(
  routes: readonly Route[],
  { random, stats: allStats = [] }: { random: Random; stats?: readonly SupplierStats[] },
): Route[] {
  const ranked = routes.map((route) => ({
    route,
    stats: allStats.find(({ supplierId }) => supplierId === route.supplierId),
  }));
  const ranks = ranked.map(rankOf).toSorted(compare);
  const different = ranks.filter(
    (rank, at) => at === 0 || compare(rank, ranks[at - 1] ?? []) !== 0,
  );
  return different.flatMap((rank) =>
    within(
      ranked.filter((one) => compare(rankOf(one), rank) === 0),
      random,
    ).map(({ route }) => route),
  );
}

/** The outcomes of placing within the window. */
export type Health = { readonly good: number; readonly bad: number };

/** Whether the share of failures opens the circuit; too few placings never do. */
export function isTripped({ good, bad }: Health, settings: Settings): boolean {
  const placings = good + bad;
  return placings >= settings.circuitPlacingsMin && bad / placings >= settings.circuitBadShare;
}

/**
 * After this many attempts an order goes to its current supplier, open circuit or not: rerouting
 * must end.
 */
const SWITCHES_MAX = 5;

/**
 * Whether an unsent order should take another route: its own supplier is unavailable, and another
 * is not.
 */
export const shouldReroute = (
  own: { readonly supplierId: string; readonly attempt: number; readonly routes: readonly Route[] },
  shut: ReadonlySet<string>,
): boolean =>
  own.attempt < SWITCHES_MAX &&
  shut.has(own.supplierId) &&
  own.routes.some(({ supplierId }) => !shut.has(supplierId));

/**
 * Returns how many days a prepaid balance lasts at the rate of the last `days`; `undefined` when
 * nothing was used in them.
 */
export const daysLeft = ({
  leftFen,
  usedFen,
  days,
}: {
  readonly leftFen: number;
  readonly usedFen: number;
  readonly days: number;
}): number | undefined => (usedFen > 0 ? (leftFen * days) / usedFen : undefined);
