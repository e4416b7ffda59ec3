/** Runs one call at a time, and keeps its failure for the form. */
import { useState } from "react";

export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const run = async (call: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    await call().catch(setFailure);
    setBusy(false);
  };
  return { isBusy, failure, run };
}
