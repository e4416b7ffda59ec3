/** Calls of an operator for tests of the actions that operators use, and the codes of refusals. */
import type { FileStore } from "../../platform/files/port.ts";
import type { Call } from "../../platform/http/call.ts";
import { Refusal } from "../../platform/refusal.ts";

/** Returns a call over https of an operator with these permissions. */
export const operatorCall = (memberId: string, permissions: readonly string[]): Call => ({
  requestId: "request",
  member: { memberId, sessionId: "session", roles: [], permissions },
  address: "127.0.0.1",
  device: "",
  userAgent: "",
  key: "",
  cookies: {},
  origin: undefined,
  ownOrigin: "https://own.example",
  isSecure: true,
  fetchSite: undefined,
  setCookie: () => undefined,
});

const unused = (): never => {
  throw new Error("no file is read");
};
/** A store for tests without files. */
export const noFiles: FileStore = { put: unused, get: unused, remove: unused, list: unused };

const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : String(error));

/** Returns the code of a call's refusal, or `none`. */
export const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(() => "none", codeOf);
