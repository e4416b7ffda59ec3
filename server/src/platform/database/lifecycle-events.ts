/** Compares every stored event with the lifecycles: each change of state must be declared. */
import { type Lifecycle, storedMoves, storedStates } from "../lifecycle.ts";

const array = (values: readonly string[]): string =>
  `ARRAY[${values.map((value) => `'${value}'`).join(", ")}]::text[]`;

/**
 * Returns a statement that lists the events with a change of state that their lifecycle does not
 * have: id, member_id, entity, entity_id, name, was, became. An event without an earlier state
 * needs a known state only.
 */
export function undeclaredEventsSql(lifecycles: readonly Lifecycle[]): string {
  const declared = lifecycles.flatMap((lifecycle) =>
    lifecycle.history === undefined
      ? []
      : [
          `('${lifecycle.history}', ${lifecycle.historyPart ?? 1}, ${array(storedStates(lifecycle))}, ` +
            `${array(storedMoves(lifecycle))})`,
        ],
  );
  return `
    SELECT e.id, e.member_id, e.entity, e.entity_id, e.name, s.was, s.became
    FROM event e
    JOIN (VALUES ${declared.join(",\n      ")}) AS declared (entity, part, states, moves)
      ON declared.entity = e.entity
    CROSS JOIN LATERAL (SELECT split_part(coalesce(e.from_state, ''), '/', declared.part) AS was,
                               split_part(coalesce(e.to_state, ''), '/', declared.part) AS became) s
    WHERE s.became <> ''
      AND NOT CASE WHEN s.was IN ('', s.became) THEN s.became = ANY (declared.states)
                   ELSE s.was || '>' || s.became = ANY (declared.moves) END`;
}
