/** Points that begin and end by time: the clock goes to a lot's turn, or to the eve of it, and the keeper has its own. */
import { expectSame, mustPick } from "../model.ts";
import type { Run } from "../run.ts";
import { look, type SeenLot } from "../view.ts";
import type { Commands } from "./command.ts";

type Turn = { readonly id: string; readonly at: number; readonly becomes: string };

const turnOf = ({ id, state, beginsAt, endsAt }: SeenLot): Turn =>
  state === "PENDING"
    ? { id, at: beginsAt, becomes: "ACTIVE" }
    : { id, at: endsAt, becomes: "EXPIRED" };

/** What is still to come, the soonest first. */
const turnsOf = ({ view, now }: Run): Turn[] =>
  (view?.lots ?? [])
    .filter(({ state, left }) => left > 0 && (state === "PENDING" || state === "ACTIVE"))
    .map(turnOf)
    .filter(({ at }) => at > now)
    .toSorted((one, other) => one.at - other.at);

async function stateOf({ world }: Run, turn: Turn): Promise<string> {
  const { lots } = await look(world.db);
  return lots.find(({ id }) => id === turn.id)?.state ?? "gone";
}

/** The keeper's turn at this instant: it must leave nothing that is due, and find nothing the second time. */
async function keep({ world }: Run): Promise<void> {
  await world.agent("points-keeper");
  const kept = await look(world.db);
  const due = kept.lots.filter(
    ({ state, beginsAt, endsAt }) =>
      (state === "PENDING" && beginsAt <= world.clock.now().getTime()) ||
      (state === "ACTIVE" && endsAt <= world.clock.now().getTime()),
  );
  expectSame("lots that the keeper left", due, []);
  await world.agent("points-keeper");
  expectSame("what the keeper did a second time", (await look(world.db)).lots, kept.lots);
}

async function pointsTurn(run: Run, { a, b, c }: { a: number; b: number; c: number }) {
  const turns = turnsOf(run);
  const pending = turns.filter(({ becomes }) => becomes === "ACTIVE");
  const turn = mustPick(a % 2 === 0 && pending.length > 0 ? pending : turns, b % 2);
  const isEve = c % 3 === 0;
  run.world.clock.advance(turn.at - run.now - (isEve ? 1 : 0));
  // Nobody needs to keep the books for what is over to be over.
  if (c % 3 === 1) return `${turn.becomes}, and nobody noted it`;
  const before = await stateOf(run, turn);
  await keep(run);
  const after = await stateOf(run, turn);
  if (isEve) expectSame("a lot on the eve of its turn", after, before);
  // What is owed is paid out of a lot that begins, all of it if need be.
  else if (after !== "SPENT") expectSame("a lot at its turn", after, turn.becomes);
  return isEve ? `${before} for one ms more` : after;
}

export const lots: Commands = {
  pointsTurn: { weight: 5, can: (run) => turnsOf(run).length > 0, act: pointsTurn },
};
