/** What is asked of whoever judges bonds: is this a new, distinct person, or a farm? */
import type { Tx } from "../../platform/database/pool.ts";
import type { InvitationBinding, RiskDecision } from "./model.ts";

/**
 * Asked when a bond was made, and again before each of its rewards is settled. The bond's row holds the signals
 * (docs/invitations.md); the answer is written to it. `reject` ends the bond and its rewards, `hold` lets rewards wait for
 * a person. Reads only, and quickly: it runs within the transaction of a login.
 */
export interface RiskCheck {
  assess(tx: Tx, bond: InvitationBinding): Promise<RiskDecision>;
}
