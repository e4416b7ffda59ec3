/**
 * Compares a meal refused with `MENU_CHANGED` with what the member saw: merges the server's changes
 * with the prices on this phone; pure.
 */
import type { MenuChange } from "@yunjing/contract/schemas/exchange";
import type { DraftLine } from "../../../device/exchange-session.ts";
import { totalFenOf } from "./cart.ts";

type Change = MenuChange["changes"][number];

/**
 * `same`: only the menu is newer, the selected dishes cost the same. `changed`: old and new are
 * compared; without changes only the total differs. `meal`: a fixed meal that cannot be delivered
 * as it is.
 */
export type MenuDifference = {
  readonly kind: "same" | "changed" | "meal";
  readonly menuHash: string;
  readonly changes: readonly Change[];
  readonly totalWasFen: number;
  readonly totalNowFen: number;
};

const isChange = (data: unknown): data is MenuChange =>
  typeof data === "object" &&
  data !== null &&
  "menuHash" in data &&
  "changes" in data &&
  Array.isArray(data.changes);

/**
 * Returns `undefined` when the refusal contains no comparison. The server may no longer have the
 * menu that was shown, so old prices are read from the chosen `lines`; a fixed meal has none.
 */
export function menuDifferenceOf(
  data: unknown,
  lines: readonly DraftLine[],
  isFixed: boolean,
): MenuDifference | undefined {
  if (!isChange(data)) return undefined;
  const { menuHash, totalNowFen } = data;
  if (isFixed) return { kind: "meal", ...data };
  const changes = data.changes.map((change) => {
    const seen = lines.find(({ productId }) => productId === change.productId)?.unitFen;
    return change.was === undefined && seen !== undefined ? { ...change, was: seen } : change;
  });
  const totalWasFen = totalFenOf(lines);
  const isSame = changes.length === 0 && totalNowFen === totalWasFen;
  return { kind: isSame ? "same" : "changed", menuHash, changes, totalWasFen, totalNowFen };
}
