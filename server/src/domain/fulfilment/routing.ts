/** Which way is taken when there are several, when a supplier is left alone for a while, how long its money lasts. Pure. */
import { type Random, randomBelow } from "../../platform/random.ts";
import type { Settings } from "../../platform/settings.ts";
import type { Route } from "./port.ts";

/** How a supplier does at present, as far as routes are concerned. */
export type SupplierStats = {
  readonly supplierId: string;
  /** Switched off, or its circuit is open. */
  readonly isShut: boolean;
  /** So little of late went well that others of the same priority come first. */
  readonly isAiling: boolean;
  /** Of the placings of late, in thousandths; 1000 where nothing is known. */
  readonly goodShare: number;
  /** How long its answer to a placing takes, in ms; null where nothing is known. */
  readonly placingMs: number | null;
};

type Ranked = { readonly route: Route; readonly standing: SupplierStats | undefined };

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** What decides before chance and price do. */
const rankOf = ({ route, standing }: Ranked): number[] => [
  Number(standing?.isShut ?? false),
  route.priority ?? 0,
  Number(standing?.isAiling ?? false),
];

/** Draws one after the other, each by its weight among those that are left; success of late scales the weight. */
function draw(ranked: readonly Ranked[], random: Random): Ranked[] {
  const left = [...ranked];
  const drawn: Ranked[] = [];
  const chanceOf = ({ route, standing }: Ranked) =>
    (route.weight ?? 0) * Math.max(1, standing?.goodShare ?? 1_000);
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

/** Cheaper first, then whoever answers sooner, then as they stood. */
const byPrice = (a: Ranked, b: Ranked): number =>
  a.route.costFen - b.route.costFen || (a.standing?.placingMs ?? 0) - (b.standing?.placingMs ?? 0);

/** Those of one rank: the weighted are drawn, the others follow by price. */
const within = (ranked: readonly Ranked[], random: Random): Ranked[] => [
  ...draw(
    ranked.filter(({ route }) => route.weight !== undefined),
    random,
  ),
  ...ranked.filter(({ route }) => route.weight === undefined).toSorted(byPrice),
];

/**
 * Routes in the order they are tried: suppliers that are shut come last, then the least priority number, then those that
 * do well of late; among equals a weight gives a chance, and without weights the cheaper one is first.
 */
export function orderRoutes(
  routes: readonly Route[],
  { random, standings = [] }: { random: Random; standings?: readonly SupplierStats[] },
): Route[] {
  const ranked = routes.map((route) => ({
    route,
    standing: standings.find(({ supplierId }) => supplierId === route.supplierId),
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

/** How placing went within the window. */
export type Health = { readonly good: number; readonly bad: number };

/** Whether so much went wrong that a supplier is left alone: too few placings prove nothing. */
export function isTripped({ good, bad }: Health, settings: Settings): boolean {
  const placings = good + bad;
  return placings >= settings.circuitPlacingsMin && bad / placings >= settings.circuitBadShare;
}

/** After so many attempts an order goes where it stands, open circuit or not: switching must come to an end. */
const SWITCHES_MAX = 5;

/** Whether an unsent order had better go another way: its own is shut, and another is not. */
export const shouldReroute = (
  own: { readonly supplierId: string; readonly attempt: number; readonly routes: readonly Route[] },
  shut: ReadonlySet<string>,
): boolean =>
  own.attempt < SWITCHES_MAX &&
  shut.has(own.supplierId) &&
  own.routes.some(({ supplierId }) => !shut.has(supplierId));

/** How many days a prepaid balance lasts at the pace of the last `days`; undefined when nothing was used in them. */
export const daysLeft = ({
  leftFen,
  usedFen,
  days,
}: {
  readonly leftFen: number;
  readonly usedFen: number;
  readonly days: number;
}): number | undefined => (usedFen > 0 ? (leftFen * days) / usedFen : undefined);
