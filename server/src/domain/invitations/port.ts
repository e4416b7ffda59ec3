/** Port of the fraud risk check: is an invitee a new, distinct person, or part of a fraud ring? */
import type { Tx } from "../../platform/database/pool.ts";
import type { InvitationBinding, RiskDecision } from "./model.ts";

/**
 * Called when a binding is created, and again before each of its rewards is settled. The binding's
 * row holds the signals (docs/invitations.md); the decision is stored in it. `reject` ends the
 * binding and its rewards, `hold` makes rewards wait for review. Reads only, and fast: it runs
 * within the transaction of a login.
 */
export interface RiskCheck {
  assess(tx: Tx, binding: InvitationBinding): Promise<RiskDecision>;
}
