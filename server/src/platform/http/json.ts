/** Parses untrusted JSON. */
import { isStorable } from "../storable.ts";

/**
 * Returns the value; `undefined` when the text is not JSON, or contains a text that the database
 * cannot store.
 */
export function tryParseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isStorable(value) ? value : undefined;
  } catch {
    // Not JSON, or nested too deeply for the stack.
    return undefined;
  }
}
