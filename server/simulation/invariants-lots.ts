/**
 * Points lot invariants: each lot keeps its granted expiry, begins and expires once and on time,
 * and the lots add up to the account.
 */
import { expectSame, type Member } from "./model.ts";
import type { Run } from "./run.ts";
import type { SeenLot, View } from "./database-view.ts";

const assertInvariant = (what: string, isSo: boolean): void => {
  if (!isSo) throw new Error(what);
};

/**
 * Sources of lots that were not granted directly: orders, and replacements of lots that expired
 * while they were held.
 */
const ISSUED_BY_SHOP = new Set(["points_earn", "grace"]);

const sumOf = (lots: readonly SeenLot[]): number => lots.reduce((sum, { left }) => sum + left, 0);

const named = (lots: readonly { readonly points: number; readonly endsAt: number }[]): string[] =>
  lots.map(({ points, endsAt }) => `${points} until ${new Date(endsAt).toISOString()}`).toSorted();

/** Returns all points that could be spent now if nothing had been spent before. */
const activeLots = (lots: readonly SeenLot[], now: number): number =>
  lots
    .filter(({ beginsAt, endsAt }) => beginsAt <= now && now < endsAt)
    .reduce((sum, { points }) => sum + points, 0);

function checkLot({ now }: Run, view: View, lot: SeenLot): void {
  const name = `a lot of ${lot.points} (${lot.source}), ${lot.state}`;
  const ended = view.endings[lot.id];
  if (lot.state === "ACTIVE") assertInvariant(`${name} before its begin`, lot.beginsAt <= now);
  if (ended) assertInvariant(`${name} ended before its end`, lot.endsAt <= now);
  assertInvariant(`${name} is over and holds points`, lot.state !== "EXPIRED" || lot.left === 0);
  expectSame(`${name} is over by a posting`, ended !== undefined, lot.state === "EXPIRED");
  assertInvariant(`${name} ended ${ended?.times} times`, (ended?.times ?? 0) <= 1);
  assertInvariant(`${name} lost ${ended?.points}`, (ended?.points ?? 0) <= lot.points);
}

export function checkLots(run: Run, view: View, member: Member): void {
  const own = view.lots.filter(({ memberId }) => memberId === member.memberId);
  const given = own.filter(({ source }) => !ISSUED_BY_SHOP.has(source));
  expectSame(`what member ${member.index} was given`, named(given), named(member.given));
  const ledger = view.books[member.memberId] ?? {};
  const sumIn = (state: SeenLot["state"]) => sumOf(own.filter((lot) => lot.state === state));
  const pending = ledger["PTS pending"] ?? 0;
  expectSame(`pending points and lots of ${member.index}`, pending, sumIn("PENDING"));
  // Points with an expired lease no longer belong to the account; the lots are updated at their
  // next use.
  const active = (ledger["PTS available"] ?? 0) + (ledger["PTS held"] ?? 0);
  const away = view.away[member.memberId] ?? 0;
  expectSame(`points and lots of ${member.index}`, active, sumIn("ACTIVE") + away);
  for (const lot of own) checkLot(run, view, lot);
  if (run.lastUsedPoints?.memberId === member.memberId) {
    const alive = activeLots(own, run.now);
    assertInvariant(
      `member ${member.index} has ${run.lastUsedPoints.points} points of ${alive} alive`,
      run.lastUsedPoints.points <= alive,
    );
  }
}

/** Returns a member's expired points. */
export const expiredPointsOf = ({ lots, endings }: View, { memberId }: Member): number =>
  lots
    .filter((lot) => lot.memberId === memberId)
    .reduce((sum, { id }) => sum + (endings[id]?.points ?? 0), 0);
