/** Debounces a text that is being typed. */
import { useEffect, useState } from "react";

/** Milliseconds. Long enough that a word being typed causes one request to the server. */
const TYPING_PAUSE_MS = 200;

/** Returns the text as it was when the typing last paused. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
