/** Reads JSON that came from outside. */
import { isStorable } from "../storable.ts";

/** The value; undefined when the text is no JSON, or holds a text that the database cannot store. */
export function tryParseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isStorable(value) ? value : undefined;
  } catch {
    // No JSON, or nested so deep that the stack ends.
    return undefined;
  }
}
