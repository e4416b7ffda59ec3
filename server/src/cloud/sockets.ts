/**
 * Sockets of the cloud protocol: signed in the address, single-use, and then identified by their
 * login token.
 */
import type { FastifyRequest } from "fastify";
import type { Authenticator } from "../domain/members/actions.ts";
import type { SignedSockets } from "../platform/push/websocket.ts";
import { CLOUD_PREFIX, type CloudParts } from "./verify-call.ts";
import { answerCloudFailure } from "./failures.ts";
import { claimOnce } from "./single-use.ts";
import { CloudRefusal } from "./refusal.ts";
import { partsOf, verifySocket } from "./signature.ts";

export type SocketParts = CloudParts & {
  readonly authenticator: Authenticator;
  /** The product's own origin if it is configured; otherwise the request's host is trusted. */
  readonly publicOrigin: string | undefined;
};

/**
 * Returns what the client may have signed before the function's path; the default port is not in
 * the request.
 */
function hostsOf({ keys, publicOrigin }: SocketParts, request: FastifyRequest, prefix: string) {
  const host = publicOrigin ? new URL(publicOrigin).host : request.host;
  const own = /:\d+$/.test(host) ? [host] : [host, `${host}:443`, `${host}:80`];
  return [...own.map((one) => `${one}${prefix}`), ...(keys?.hosts ?? [])];
}

async function verifySocketRequest(
  parts: SocketParts,
  request: FastifyRequest,
  { name, prefix }: { readonly name: string; readonly prefix: string },
): Promise<void> {
  const { context, db, keys } = parts;
  if (!keys) throw new CloudRefusal("CLOUD_CLOSED");
  const query = new URLSearchParams(partsOf(request.raw.url ?? "").query);
  const hosts = hostsOf(parts, request, prefix);
  const moment = {
    now: context.clock.now().getTime(),
    windowMs: context.settings.cloudWindowMs,
  };
  const { nonce, signature } = verifySocket({ name, query, hosts }, keys, moment);
  await claimOnce(context, db, { id: nonce, signature });
}

/** Verifies sockets with a signed address, for the WebSocket endpoint. */
export const signedSockets = (parts: SocketParts): SignedSockets => ({
  prefix: CLOUD_PREFIX,
  verifyRequest: (request, name, prefix) => verifySocketRequest(parts, request, { name, prefix }),
  holderOf: (token) => parts.authenticator.member(token),
  sendError: answerCloudFailure,
});
