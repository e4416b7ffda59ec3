/**
 * Points lots over time: advances the clock to a lot's start or expiry, or to 1 ms before it, and
 * may run the points job.
 */
import { expectSame, mustPick } from "../model.ts";
import type { Run } from "../run.ts";
import { readView, type SeenLot } from "../database-view.ts";
import type { Commands } from "./command.ts";

type LotTransition = { readonly id: string; readonly at: number; readonly becomes: string };

const transitionOf = ({ id, state, beginsAt, endsAt }: SeenLot): LotTransition =>
  state === "PENDING"
    ? { id, at: beginsAt, becomes: "ACTIVE" }
    : { id, at: endsAt, becomes: "EXPIRED" };

/** Returns the future lot transitions, earliest first. */
const pendingTransitions = ({ view, now }: Run): LotTransition[] =>
  (view?.lots ?? [])
    .filter(({ state, left }) => left > 0 && (state === "PENDING" || state === "ACTIVE"))
    .map(transitionOf)
    .filter(({ at }) => at > now)
    .toSorted((one, other) => one.at - other.at);

async function stateOf({ server }: Run, turn: LotTransition): Promise<string> {
  const { lots } = await readView(server.db);
  return lots.find(({ id }) => id === turn.id)?.state ?? "gone";
}

/** Runs the points job now: it must leave no due lot, and a second run must change nothing. */
async function runPointsJob({ server }: Run): Promise<void> {
  await server.runJob("points-keeper");
  const before = await readView(server.db);
  const due = before.lots.filter(
    ({ state, beginsAt, endsAt }) =>
      (state === "PENDING" && beginsAt <= server.clock.now().getTime()) ||
      (state === "ACTIVE" && endsAt <= server.clock.now().getTime()),
  );
  expectSame("lots that the job left", due, []);
  await server.runJob("points-keeper");
  expectSame("lots after a second run of the job", (await readView(server.db)).lots, before.lots);
}

async function reachTransition(run: Run, { a, b, c }: { a: number; b: number; c: number }) {
  const turns = pendingTransitions(run);
  const pending = turns.filter(({ becomes }) => becomes === "ACTIVE");
  const turn = mustPick(a % 2 === 0 && pending.length > 0 ? pending : turns, b % 2);
  const isEve = c % 3 === 0;
  run.server.clock.advance(turn.at - run.now - (isEve ? 1 : 0));
  // An expired lot is expired even when no job has recorded it.
  if (c % 3 === 1) return `${turn.becomes}, not recorded yet`;
  const before = await stateOf(run, turn);
  await runPointsJob(run);
  const after = await stateOf(run, turn);
  if (isEve) expectSame("a lot on the eve of its turn", after, before);
  // Points debt is paid from a lot that becomes active, with all of it if needed.
  else if (after !== "SPENT") expectSame("a lot at its turn", after, turn.becomes);
  return isEve ? `${before} for one ms more` : after;
}

export const lots: Commands = {
  lotTransition: {
    weight: 5,
    isPossible: (run) => pendingTransitions(run).length > 0,
    run: reachTransition,
  },
};
