/** Reads the viewer of the batches and their permissions from the stored login. */
import { hasPermission, identityOf, storedToken } from "../../../device/token.ts";
import type { BatchViewer } from "./batch-permissions.ts";

export const currentBatchViewer = (): BatchViewer => ({
  uid: identityOf(storedToken()).uid,
  canMake: hasPermission("exchange:generate"),
  canApprove: hasPermission("exchange:approve"),
});
