/** What orders ask of the room above: to take an exchange code back when its order definitely failed. */
import type { Tx } from "../../platform/database/pool.ts";

export interface CodeReturner {
  /**
   * Makes the code live again, once for each failed order, in the caller's transaction; a second call for the same
   * order changes nothing and answers `returned`. `refused`: this code was given back three times already, and a
   * person must look at it.
   */
  giveBack(
    tx: Tx,
    order: {
      readonly ownerId: string;
      readonly orderId: string;
      readonly codeMac: Buffer;
      readonly codeId: string;
      readonly redemptionN: number;
    },
  ): Promise<"returned" | "refused">;
}
