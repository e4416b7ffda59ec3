/** Loads parts of the app that a page does not need at first. */
import { ApiFailure, NETWORK } from "./failure.ts";

const throwLoadFailure = (): never => {
  throw new ApiFailure({ code: NETWORK, status: 0, message: "a part of the app did not load" });
};

/**
 * Loads a part of the app; rejects with an ApiFailure NETWORK. Without a network it does not try: a
 * browser keeps a failed module, and would refuse it until the page is opened again.
 */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  (navigator.onLine === false ? Promise.reject() : load()).catch(throwLoadFailure);
