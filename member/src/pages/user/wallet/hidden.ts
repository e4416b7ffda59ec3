/** Whether amounts are shown on this phone; it stays as the member left it. */
import { useState } from "react";
import { isFlag, keep, recall } from "../../../device/storage.ts";

const KEY = "wallet:hidden";

export function useHidden(): readonly [boolean, () => void] {
  const [isHidden, setHidden] = useState(() => recall(KEY, isFlag) ?? false);
  const turn = () => {
    keep(KEY, !isHidden);
    setHidden(!isHidden);
  };
  return [isHidden, turn];
}
