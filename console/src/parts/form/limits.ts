/** The limits of the contract's inputs by operation, which the build puts into the bundle. */
import type { FieldLimits, Limits } from "@yunjing/contract/limits-of";

declare const __LIMITS__: Limits;

/** Returns the limits of the fields of an operation: `operatorRefunds.approve`. */
export const limitsOfOperation = (operation: string): ReadonlyMap<string, FieldLimits> =>
  new Map(Object.entries(new Map(Object.entries(__LIMITS__)).get(operation) ?? {}));
