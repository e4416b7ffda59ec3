/** Debounces a text that is being typed. */
import { useEffect, useState } from "react";

/** Milliseconds. Long enough that a word being typed causes one request to the server. */
const TYPING_PAUSE_MS = 200;

/** Returns the text as it was when the typing last paused. */
export function useDebounced(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
