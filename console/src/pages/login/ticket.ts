/** What the first step of a login answers: the ticket for the second one. */
import type { api, OutputOf } from "../../api/client.ts";

export type Ticket = OutputOf<typeof api.operatorPassport.smsLogin>;
