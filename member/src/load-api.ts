/**
 * Loads the typed client lazily, for pages whose first view sends no request; it loads at the first
 * touch.
 */
import { loadPart } from "./device/load-part.ts";

/** Loads the client; rejects as `loadPart`. */
export const loadApi = () => loadPart(() => import("./api.ts")).then(({ api }) => api);

/**
 * Loads the client and the code that solves a proof of work where the server requires one. Rejects
 * as `loadPart`.
 */
export const loadApiWithProof = () =>
  Promise.all([loadApi(), loadPart(() => import("./device/proof-of-work.ts"))]).then(
    ([api, { withProof }]) => ({ api, withProof }),
  );
