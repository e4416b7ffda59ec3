/** A cloud call as the host API's handlers know calls: no cookies, and the device by the client's own id. */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type Call, SHARED_DEVICE } from "../platform/http/call.ts";
import type { CloudCaller, ClientInfo } from "./caller.ts";

/** The dot stands in no device of the host API, so neither can be taken for the other. */
const DEVICE_PREFIX = "cloud.";
/** Where the handlers look for the refresh token (members/refresh-cookie.ts). */
const REFRESH_COOKIE = "rt";

/** The device's name in limits and sessions; of a client that names none, one for its address. */
export function deviceOf({ deviceId }: ClientInfo, address: string): string {
  const isNamed = typeof deviceId === "string" && deviceId !== "";
  const named = isNamed ? `device:${deviceId}` : `address:${address}`;
  const hash = createHash("sha256").update(named).digest("base64url");
  const prefix = isNamed ? DEVICE_PREFIX : SHARED_DEVICE + DEVICE_PREFIX;
  return `${prefix}${hash.slice(0, 22)}`;
}

/**
 * The call, and what a browser would have been given as its refresh cookie: the protocol knows no cookies, so it
 * travels in the body, both ways, and no foreign page can make a browser send it.
 */
export function callOf(
  request: FastifyRequest,
  caller: CloudCaller,
  { refreshToken, ownOrigin }: { readonly refreshToken: unknown; readonly ownOrigin: string },
): { readonly call: Call; readonly given: () => string | undefined } {
  let given: string | undefined;
  const call: Call = {
    requestId: request.id,
    member: caller.member,
    address: request.ip,
    device: deviceOf(caller.clientInfo, request.ip),
    userAgent: String(request.headers["user-agent"] ?? "").slice(0, 300),
    key: "",
    cookies: typeof refreshToken === "string" ? { [REFRESH_COOKIE]: refreshToken } : {},
    origin: undefined,
    ownOrigin,
    isSecure: false,
    fetchSite: undefined,
    setCookie: (_name, value) => {
      given = value;
    },
  };
  return { call, given: () => given };
}
