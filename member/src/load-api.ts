/** The typed client for pages whose first view asks the server nothing: it comes with the first touch. */
import { ApiFailure, NETWORK } from "./device/failure.ts";

/** Rejects with an ApiFailure NETWORK when the client's code does not come. */
export const loadApi = () =>
  import("./api.ts").then(
    ({ api }) => api,
    () => {
      throw new ApiFailure({ code: NETWORK, status: 0, message: "the client did not load" });
    },
  );
