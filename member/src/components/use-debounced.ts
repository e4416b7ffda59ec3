/** Words as they are once nobody has typed for a moment. */
import { useEffect, useState } from "react";

/** Long enough that a word being typed asks the server once. */
const TYPING_PAUSE_MS = 200;

/** The words as they stood when the typing paused. */
export function useDebounced(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
