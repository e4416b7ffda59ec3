/** The typed client of the members' API: one function per operation, except those of dealers. */
import { type CallsOf, createCalls, type Send } from "./calls.ts";
import { type Routes, routes } from "./routes.ts";

export type Api = CallsOf<keyof Routes>;

/** Creates the client with these operations. */
export const createClient = (send: Send): Api => createCalls(routes, send);
