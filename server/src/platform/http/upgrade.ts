/** Answers requests that ask for a protocol upgrade nobody serves: the ordinary answer, and then the connection closes. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";

/**
 * With a listener for upgrades in the process, Node gives up the socket of every request that carries `Upgrade`: it
 * reads no further request and no body from it, and closes it for nobody. Such a request is answered as if it had no
 * `Upgrade` (RFC 9110, 7.8), with `Connection: close`, and its socket ends with the answer. A WebSocket that is
 * accepted is hijacked before and never gets here.
 */
export function closeAfterUpgrade(request: FastifyRequest, reply: FastifyReply): void {
  if (!isUpgrade(request)) return;
  const { socket } = request.raw;
  reply.raw.shouldKeepAlive = false;
  reply.raw.once("finish", () => {
    // What was sent after the request is read and dropped: unread bytes would reset the connection under the answer.
    socket.resume();
    socket.destroySoon();
  });
}

/** Refuses BAD_REQUEST for an upgrade with a body, which cannot be read any more. */
export function refuseUpgradeWithBody({ raw }: FastifyRequest): void {
  const { "content-length": length = "0", "transfer-encoding": encoding } = raw.headers;
  if (encoding !== undefined || length !== "0") throw new Refusal("BAD_REQUEST");
}

/** True once Node has given up the socket. The field is Node's own and missing in its types. */
export const isUpgrade = ({ raw }: FastifyRequest): boolean =>
  "upgrade" in raw && raw.upgrade === true;
