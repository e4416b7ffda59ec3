/** The typed client for pages whose first view asks the server nothing: it comes with the first touch. */
import { ApiFailure, NETWORK } from "./device/failure.ts";

const didNotCome = (): never => {
  throw new ApiFailure({ code: NETWORK, status: 0, message: "the client did not load" });
};

/** Rejects with an ApiFailure NETWORK when the client's code does not come. */
export const loadApi = () => import("./api.ts").then(({ api }) => api, didNotCome);

/** The client, and what brings a proof along where the server asks for one. Rejects as `loadApi`. */
export const loadProvingApi = () =>
  Promise.all([
    loadApi(),
    import("./device/proof-of-work.ts").then(({ withProof }) => withProof, didNotCome),
  ]).then(([api, withProof]) => ({ api, withProof }));
