/** Who looks at the batches, read from the login that is stored. */
import { hasPermission, identityOf, storedToken } from "../../../device/token.ts";
import type { Hand } from "./batch-rights.ts";

export const handNow = (): Hand => ({
  uid: identityOf(storedToken()).uid,
  canMake: hasPermission("exchange:generate"),
  canApprove: hasPermission("exchange:approve"),
});
