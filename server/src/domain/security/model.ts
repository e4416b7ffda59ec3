/**
 * Step-up. Terms: a *proof* is a token that shows once more who acts, made by the pay password or by a code sent to the
 * member's own phone; it serves one act of one *purpose*; a *permit* is what an order may spend of the balance.
 */
import { hashToken } from "../../platform/secrets.ts";

/** How a proof's token is kept, and asked for. */
export const proofHash = (stepUp: string): Buffer => hashToken(stepUp);
