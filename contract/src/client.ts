/** The typed client of the members' API: one function per operation. */
import { type CallsOf, createCalls, type Send } from "./calls.ts";
import type { MemberTopic } from "./operations.ts";
import { routes } from "./routes.ts";

export type Api = CallsOf<MemberTopic>;

/** Creates the client with all operations of members. */
export const createClient = (send: Send): Api => createCalls(routes, send);
