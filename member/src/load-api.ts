/**
 * Loads the typed client lazily, for pages whose first view sends no request; it loads at the first
 * touch.
 */
import { ApiFailure, NETWORK } from "./device/failure.ts";

const throwLoadFailure = (): never => {
  throw new ApiFailure({ code: NETWORK, status: 0, message: "a part of the app did not load" });
};

/**
 * Loads a part of the app; rejects with an ApiFailure NETWORK. Without a network it does not try: a
 * browser keeps a failed module, and would refuse it until the page is opened again.
 */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  (navigator.onLine === false ? Promise.reject() : load()).catch(throwLoadFailure);

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
