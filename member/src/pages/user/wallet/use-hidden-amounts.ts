/** Hook for whether amounts are shown on this phone; remembers the member's choice. */
import { useState } from "react";
import { isBoolean, writeEntry, readEntry } from "../../../device/storage.ts";

const KEY = "wallet:hidden";

export function useHiddenAmounts(): readonly [boolean, () => void] {
  const [isHidden, setHidden] = useState(() => readEntry(KEY, isBoolean) ?? false);
  const turn = () => {
    writeEntry(KEY, !isHidden);
    setHidden(!isHidden);
    // The stored views show the amounts, or hide them.
    void import("../../../device/last-views.ts").then(({ removeLastViews }) => removeLastViews());
  };
  return [isHidden, turn];
}
