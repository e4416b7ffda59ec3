/** Generates unique pickup codes in the format that each brand's counters read. */
import type { SeededRandom } from "../seeded-random.ts";
import type { Code } from "../suppliers/orders.ts";
import type { WantedOrder } from "./orders.ts";

const ITEMS_PER_CODE = 8;
const CODE_LEAST = 100_000;
const CODE_MOST = 999_999;

/** Generates one code for every eight items or fewer; `given` are the codes of earlier orders. */
export function createPickupCodeGenerator(chance: SeededRandom, given: Iterable<string>) {
  const taken = new Set(given);
  const freshCode = (): string => {
    for (;;) {
      const code = String(chance.between(CODE_LEAST, CODE_MOST));
      if (!taken.has(code)) {
        taken.add(code);
        return code;
      }
    }
  };
  return ({ lines, storeCode }: WantedOrder, brand: string | undefined): Code[] => {
    const items = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return Array.from({ length: Math.ceil(items / ITEMS_PER_CODE) }, () => {
      const code = freshCode();
      // KFC's counters read the digits only; the other brands scan a QR code.
      return brand === "kfc" ? { code } : { code, qr: `${storeCode}:${code}` };
    });
  };
}
