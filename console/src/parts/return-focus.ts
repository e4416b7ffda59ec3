/** Gives the focus back to where it came from, when a panel, a prompt or a dialog is gone. */
import { useEffect, useState } from "react";

/**
 * Remembers what has the focus when the component appears. When it is gone and nothing else took the
 * focus, that element has it again, if it is still there.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const now = document.activeElement;
      if (now !== null && now !== document.body) return;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
}
