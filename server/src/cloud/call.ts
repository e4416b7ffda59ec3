/**
 * Converts a cloud call into a call of the host API's handlers: no cookies, and the device from the
 * client's own id.
 */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type Call, SHARED_DEVICE } from "../platform/http/call.ts";
import type { CloudCaller, ClientInfo } from "./caller.ts";

/** No device of the host API contains a dot, so the two kinds cannot be confused. */
const DEVICE_PREFIX = "cloud.";
/** The cookie name under which the handlers read the refresh token (members/refresh-cookie.ts). */
const REFRESH_COOKIE = "rt";

/**
 * Returns the device's name for limits and sessions; for a client without a device id, one derived
 * from its address.
 */
export function deviceOf({ deviceId }: ClientInfo, address: string): string {
  const isNamed = typeof deviceId === "string" && deviceId !== "";
  const named = isNamed ? `device:${deviceId}` : `address:${address}`;
  const hash = createHash("sha256").update(named).digest("base64url");
  const prefix = isNamed ? DEVICE_PREFIX : SHARED_DEVICE + DEVICE_PREFIX;
  return `${prefix}${hash.slice(0, 22)}`;
}

/**
 * Returns the call, and a function that returns the refresh token set by the handler. The protocol
 * has no cookies: the token is in the body in both directions, so no foreign page can make a
 * browser send it.
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
