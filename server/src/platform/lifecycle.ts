/**
 * The shape of every lifecycle (state machine): its states, and the events that move between them.
 * Types, guards, database triggers and documentation pages are derived from such declarations.
 */
import { invariant } from "./refusal.ts";

/** Who or what may cause an event; `time` needs no actor. */
export const triggers = [
  "member",
  "operator",
  "dealer",
  "system",
  "channel",
  "supplier",
  "time",
] as const;
export type Trigger = (typeof triggers)[number];

export type LifecycleEvent<State extends string = string, Name extends string = string> = {
  readonly name: Name;
  readonly from: readonly State[];
  readonly to: State;
  readonly by: readonly Trigger[];
};

export type Lifecycle<State extends string = string, Event extends string = string> = {
  /** The name of its documentation page, in kebab case. */
  readonly name: string;
  /** One or two sentences that open the documentation page. */
  readonly description: string;
  readonly stored: {
    readonly table: string;
    readonly column: string;
    /** The SQL expression of `entity_id` in its history; the column `id` by default. */
    readonly key?: string;
  };
  /** The `entity` of its rows in the table `event`. */
  readonly history: string;
  /** Which part of an event's state, written as `first/second/…`, belongs to it; 1 by default. */
  readonly historyPart?: 1 | 2 | 3 | 4;
  /** States that an action on many rows leads to; the event of what contains the rows records it. */
  readonly inBulk?: readonly State[];
  readonly states: readonly State[];
  /** The states in which a row may be inserted. */
  readonly initial: readonly State[];
  /** The states that nothing leaves. */
  readonly final: readonly State[];
  /** States that follow from the current time when a row is read; never stored. */
  readonly computed: readonly State[];
  readonly events: readonly LifecycleEvent<State, Event>[];
};

export type StateOf<L extends Lifecycle> = L["states"][number];
export type EventOf<L extends Lifecycle> = L["events"][number]["name"];

type Declaration<State extends string, Event extends string> = Omit<
  Lifecycle<State, Event>,
  "computed" | "events" | "initial" | "final"
> & {
  readonly initial: readonly NoInfer<State>[];
  readonly final: readonly NoInfer<State>[];
  readonly computed?: readonly NoInfer<State>[];
  readonly events: readonly LifecycleEvent<NoInfer<State>, Event>[];
};

/** Checks a declaration and returns the lifecycle. Throws with every fault, when the module loads. */
export function defineLifecycle<const State extends string, const Event extends string>(
  declaration: Declaration<State, Event>,
): Lifecycle<State, Event> {
  const lifecycle = { computed: [], ...declaration };
  const faults = lifecycleFaults(lifecycle);
  invariant(faults.length === 0, `lifecycle ${lifecycle.name}: ${faults.join("; ")}`);
  return lifecycle;
}

function reachableStates({ initial, events }: Lifecycle): ReadonlySet<string> {
  const reached = new Set<string>(initial);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of events)
      if (from.some((state) => reached.has(state))) reached.add(to);
  }
  return reached;
}

/** Lists the faults of a lifecycle, one sentence each; empty for a correct one. */
export function lifecycleFaults(lifecycle: Lifecycle): string[] {
  const { states, initial, final, computed, events } = lifecycle;
  const named = [
    ...initial,
    ...final,
    ...computed,
    ...events.flatMap(({ from, to }) => [...from, to]),
  ];
  const reached = reachableStates(lifecycle);
  const moves = events.flatMap(({ name, from }) => from.map((state) => `${name} from ${state}`));
  const left = new Set(events.flatMap(({ from, to }) => from.filter((state) => state !== to)));
  return [
    ...new Set(
      named.filter((state) => !states.includes(state)).map((state) => `${state} is not a state`),
    ),
    ...states.filter((state) => !reached.has(state)).map((state) => `${state} cannot be reached`),
    ...moves.filter((move, n) => moves.indexOf(move) !== n).map((move) => `${move} leads two ways`),
    ...events.flatMap(({ name, from, to }) =>
      from
        .filter((state) => state !== to && final.includes(state))
        .map((state) => `${name} leaves the final state ${state}`),
    ),
    ...states
      .filter((state) => !left.has(state) && !final.includes(state))
      .map((state) => `${state} has no exit and is not final`),
  ];
}

/** Returns the states in which an event may happen. */
export const fromStates = <State extends string, Event extends string>(
  { events }: Lifecycle<State, Event>,
  event: NoInfer<Event>,
): readonly State[] => events.flatMap(({ name, from }) => (name === event ? from : []));

/**
 * Returns the states in which an event may happen, and where it leads. Only for an event with one
 * target; throws otherwise.
 */
export function moveOf<State extends string, Event extends string>(
  lifecycle: Lifecycle<State, Event>,
  event: NoInfer<Event>,
): { readonly from: readonly State[]; readonly to: State } {
  const [to, ...others] = new Set(
    lifecycle.events.flatMap((each) => (each.name === event ? [each.to] : [])),
  );
  invariant(to !== undefined && others.length === 0, `${lifecycle.name}: ${event} has one target`);
  return { from: fromStates(lifecycle, event), to };
}

/** Returns the next state; `undefined` when the event may not happen in this state. */
export const nextState = <State extends string, Event extends string>(
  { events }: Lifecycle<State, Event>,
  state: NoInfer<State>,
  event: NoInfer<Event>,
): State | undefined => events.find(({ name, from }) => name === event && from.includes(state))?.to;

/** Returns the other states from which some event leads to this one. */
export const statesBefore = <State extends string>(
  { events }: Lifecycle<State>,
  state: NoInfer<State>,
): readonly State[] =>
  events.flatMap(({ from, to }) => (to === state ? from.filter((each) => each !== state) : []));

/** Returns whether an event moves from one state to another. */
export const canMove = <State extends string>(
  { events }: Lifecycle<State>,
  from: NoInfer<State>,
  to: NoInfer<State>,
): boolean => events.some((event) => event.to === to && event.from.includes(from));

/** Returns whether nothing leaves this state: later updates and actions change nothing. */
export const isFinal = <State extends string>(
  { final }: Lifecycle<State>,
  state: NoInfer<State>,
): boolean => final.includes(state);

/** Returns the states that the column may hold. */
export const storedStates = <State extends string>({
  states,
  computed,
}: Lifecycle<State>): readonly State[] => states.filter((state) => !computed.includes(state));

/** Returns the initial states that the column may hold. */
export const storedInitialStates = <State extends string>({
  initial,
  computed,
}: Lifecycle<State>): readonly State[] => initial.filter((state) => !computed.includes(state));

/** Returns every change of the column that the events allow, as `from>to`, each once. */
export function storedMoves({ events, computed }: Lifecycle): readonly string[] {
  const moves = events.flatMap(({ from, to }) =>
    from
      .filter((state) => state !== to && !computed.includes(state) && !computed.includes(to))
      .map((state) => `${state}>${to}`),
  );
  return [...new Set(moves)];
}
