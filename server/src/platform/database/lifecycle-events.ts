/**
 * Compares every stored event with the lifecycles: each change of state must be declared and be
 * caused by whom the lifecycle allows, and each state that a row has reached must have an event.
 */
import { type Lifecycle, storedInitialStates, storedMoves, storedStates } from "../lifecycle.ts";

const array = (values: readonly string[]): string =>
  `ARRAY[${values.map((value) => `'${value}'`).join(", ")}]::text[]`;

/**
 * Returns every change of the column with each kind of actor that may cause it, as
 * `from>to:actor`. What happens by time is done by the system.
 */
export const allowedActors = ({ events }: Pick<Lifecycle, "events">): readonly string[] => [
  ...new Set(
    events.flatMap(({ from, to, by }) =>
      from
        .filter((state) => state !== to)
        .flatMap((state) =>
          by.map((actor) => `${state}>${to}:${actor === "time" ? "system" : actor}`),
        ),
    ),
  ),
];

/** The states before and after an event, as the columns `was` and `became` of `s`. */
const statesOf = (part: string): string => `
    CROSS JOIN LATERAL (SELECT split_part(coalesce(e.from_state, ''), '/', ${part}) AS was,
                               split_part(coalesce(e.to_state, ''), '/', ${part}) AS became) s`;

/**
 * Returns a statement that lists the events with a change of state that their lifecycle does not
 * have, or by an actor that it does not allow: id, member_id, entity, entity_id, name, was, became,
 * actor. An event without an earlier state needs a known state only.
 */
export function undeclaredEventsSql(lifecycles: readonly Lifecycle[]): string {
  const declared = lifecycles.map(
    (lifecycle) =>
      `('${lifecycle.history}', ${lifecycle.historyPart ?? 1}, ${array(storedStates(lifecycle))}, ` +
      `${array(storedMoves(lifecycle))}, ${array(allowedActors(lifecycle))})`,
  );
  return `
    SELECT e.id, e.member_id, e.entity, e.entity_id, e.name, s.was, s.became, e.actor_kind AS actor
    FROM event e
    JOIN (VALUES ${declared.join(",\n      ")}) AS declared (entity, part, states, moves, actors)
      ON declared.entity = e.entity${statesOf("declared.part")}
    WHERE s.became <> ''
      AND NOT CASE WHEN s.was IN ('', s.became) THEN s.became = ANY (declared.states)
                   ELSE s.was || '>' || s.became = ANY (declared.moves)
                     AND s.was || '>' || s.became || ':' || e.actor_kind = ANY (declared.actors) END`;
}

/**
 * Returns a statement that lists the states that a row has, or that an event began in, without an
 * event that led there: entity, entity_id, became. Initial states need none, and what has archived
 * history is left out. Only for databases whose rows are all younger than the events: earlier
 * versions recorded fewer changes.
 */
export function unrecordedStatesSql(lifecycles: readonly Lifecycle[]): string {
  const parts = lifecycles.map((lifecycle) => {
    const { table, column, key = `${table}.id` } = lifecycle.stored;
    const { history, historyPart = 1, inBulk = [] } = lifecycle;
    const unrecorded = array([...storedInitialStates(lifecycle), ...inBulk, ""]);
    const states = statesOf(String(historyPart));
    return `
    SELECT '${history}' AS entity, reached.id AS entity_id, reached.state AS became FROM (
      SELECT ${key} AS id, ${table}.${column} AS state FROM ${table}
      UNION
      SELECT e.entity_id, s.was FROM event e${states} WHERE e.entity = '${history}'
    ) reached
    WHERE reached.state <> ALL (${unrecorded})
      AND NOT EXISTS (SELECT FROM event_archive a
        WHERE a.entity = '${history}' AND a.entity_id = reached.id)
      AND (reached.id, reached.state) NOT IN (
        SELECT e.entity_id, s.became FROM event e${states} WHERE e.entity = '${history}')`;
  });
  return parts.join("\n    UNION ALL");
}
