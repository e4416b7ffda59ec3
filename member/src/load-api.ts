/** The typed client for pages whose first view asks the server nothing: it comes with the first touch. */
import { ApiFailure, NETWORK } from "./device/failure.ts";

const throwLoadFailure = (): never => {
  throw new ApiFailure({ code: NETWORK, status: 0, message: "the client did not load" });
};

/** Rejects with an ApiFailure NETWORK when the client's code does not come. */
export const loadApi = () => import("./api.ts").then(({ api }) => api, throwLoadFailure);

/** The client, and what brings a proof along where the server asks for one. Rejects as `loadApi`. */
export const loadApiWithProof = () =>
  Promise.all([
    loadApi(),
    import("./device/proof-of-work.ts").then(({ withProof }) => withProof, throwLoadFailure),
  ]).then(([api, withProof]) => ({ api, withProof }));
