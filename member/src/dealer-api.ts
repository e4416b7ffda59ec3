/** The typed client of a dealer's own batches of codes, which only the dealer's pages load. */
import { createDealerClient } from "@yunjing/contract/dealer-client";
import { send } from "./api.ts";

export const dealerApi = createDealerClient(send);
