/** What a meal refused over its menu means to the member: the server's word with what the phone saw; pure. */
import type { MenuChange } from "@yunjing/contract/schemas/exchange";
import type { DraftLine } from "../../../device/exchange-session.ts";
import { totalFenOf } from "./cart.ts";

type Change = MenuChange["changes"][number];

/**
 * `same`: only the menu is newer, what was chosen costs what it did. `changed`: side by side;
 * without changes only the sum is another. `meal`: a fixed meal that cannot be made as it is.
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
 * Undefined when the refusal carries no comparison. The server may no longer know the menu that
 * was shown, so what things cost then is read from the chosen `lines`; a fixed meal has none.
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
