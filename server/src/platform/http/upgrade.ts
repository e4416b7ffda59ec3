/**
 * Answers requests for a protocol upgrade that is not served: the ordinary response, then the
 * connection closes.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";

/**
 * When the process has an upgrade listener, Node detaches the socket of every request with
 * `Upgrade`: Node reads no further request or body from it, and never closes it. Such a request is
 * answered as if it had no `Upgrade` (RFC 9110, 7.8), with `Connection: close`, and its socket ends
 * with the response. An accepted WebSocket is hijacked earlier and never gets here.
 */
export function closeAfterUpgrade(request: FastifyRequest, reply: FastifyReply): void {
  if (!isUpgrade(request)) return;
  const { socket } = request.raw;
  reply.raw.shouldKeepAlive = false;
  reply.raw.once("finish", () => {
    // Data after the request is read and discarded: unread bytes would reset the connection during
    // the response.
    socket.resume();
    socket.destroySoon();
  });
}

/** Refuses BAD_REQUEST for an upgrade with a body, which can no longer be read. */
export function refuseUpgradeWithBody({ raw }: FastifyRequest): void {
  const { "content-length": length = "0", "transfer-encoding": encoding } = raw.headers;
  if (encoding !== undefined || length !== "0") throw new Refusal("BAD_REQUEST");
}

/**
 * Returns true once Node has detached the socket. The field is Node's own and missing in its types.
 */
export const isUpgrade = ({ raw }: FastifyRequest): boolean =>
  "upgrade" in raw && raw.upgrade === true;
