/**
 * Loads the typed client lazily, for pages whose first view sends no request; it loads at the first
 * touch.
 */
import { ApiFailure, NETWORK } from "./device/failure.ts";

const throwLoadFailure = (): never => {
  throw new ApiFailure({ code: NETWORK, status: 0, message: "the client did not load" });
};

/** Loads the client; rejects with an ApiFailure NETWORK when its chunk does not load. */
export const loadApi = () => import("./api.ts").then(({ api }) => api, throwLoadFailure);

/**
 * Loads the client and the code that solves a proof of work where the server requires one. Rejects
 * as `loadApi`.
 */
export const loadApiWithProof = () =>
  Promise.all([
    loadApi(),
    import("./device/proof-of-work.ts").then(({ withProof }) => withProof, throwLoadFailure),
  ]).then(([api, withProof]) => ({ api, withProof }));
