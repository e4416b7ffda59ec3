/** The typed client of the operators' API: one function per operation of the console. */
import { type CallsOf, createCalls, type Send } from "./calls.ts";
import { consoleRoutes } from "./console-routes.ts";
import type { ConsoleTopic } from "./operations.ts";

export type ConsoleApi = CallsOf<ConsoleTopic>;

/** Creates the client with all operations of operators; `send` adds the prefix of their API. */
export const createConsoleClient = (send: Send): ConsoleApi => createCalls(consoleRoutes, send);
