/** Cursors of the lists of tickets: the sorted instant in microseconds, and the id. */
import { Refusal } from "../../../platform/refusal.ts";
import type { Position } from "../store/list.ts";

const CURSOR = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const cursorOf = ({ micros, id }: Position): string => `${micros}.${id}`;

/** Refuses BAD_REQUEST for a cursor that this server did not issue. */
export function positionOf(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, micros, id] = CURSOR.exec(cursor) ?? [];
  if (micros === undefined || id === undefined) throw new Refusal("BAD_REQUEST");
  return { micros: Number(micros), id };
}
