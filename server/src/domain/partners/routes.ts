/**
 * Maps the contract operations of partners to actions, and serves the two callback endpoints for
 * partners.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { Refusal } from "../../platform/refusal.ts";
import { applyOrderUpdates, exchangePass, jump, jumpCard, type JumpDeps } from "./actions.ts";
import type { PartnerGateway, PartnerGateways, CallbackResult } from "./port.ts";

const BODY_BYTES_MAX = 262_144;

export const partnersRoutes = (context: Context, db: Db, deps: JumpDeps): Handlers<"partners"> => ({
  link: (input) => jumpCard(context, db, deps, input),
  go: (input, call) => jump(context, db, deps, { ...input, memberId: memberOf(call).memberId }),
});

type CallbackCall = FastifyRequest<{ Params: { partnerId: string } }>;

/** Verifies the bytes with the partner's own key before any content is parsed. */
function readCallback<T>(
  gates: PartnerGateways,
  request: CallbackCall,
  read: (
    gate: PartnerGateway,
    message: Parameters<PartnerGateway["readOrders"]>[0],
  ) => CallbackResult<T>,
): CallbackResult<T> & { readonly partnerId: string } {
  const { partnerId } = request.params;
  const gate = ownValue(gates, partnerId);
  if (!gate) throw new Refusal("NOT_FOUND");
  const { method, url: path, headers, body } = request;
  const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const reading = read(gate, { method, path, headers, rawBody });
  if (reading.kind === "refused") {
    request.log.warn({ partnerId, why: reading.why }, "a partner's call was refused");
  }
  return { ...reading, partnerId };
}

const replyRefused = (reply: FastifyReply, kind: "refused" | "unreadable") =>
  reply.code(kind === "refused" ? 401 : 400).send({ ok: false });

/**
 * `POST /callback/partner/{partnerId}/orders {orders: […]}`: 200 once all of it is committed. `POST
 * …/token {sid, token}`: 200 `{memberRef, linkId}` the first time within the token's lifetime, else
 * 410. Both: 401 for a wrong signature, 400 for an unreadable body, 404 for an unknown partner.
 */
export const partnerCallbacks =
  (context: Context, db: Db, gates: PartnerGateways): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    const limits = { bodyLimit: BODY_BYTES_MAX };

    app.post(
      "/callback/partner/:partnerId/orders",
      limits,
      async (request: CallbackCall, reply) => {
        const reading = readCallback(gates, request, (gate, message) => gate.readOrders(message));
        if (reading.kind !== "read") return replyRefused(reply, reading.kind);
        await applyOrderUpdates(context, db, reading.partnerId, reading.value);
        return { ok: true };
      },
    );

    app.post("/callback/partner/:partnerId/token", limits, async (request: CallbackCall, reply) => {
      const reading = readCallback(gates, request, (gate, message) => gate.readExchange(message));
      if (reading.kind !== "read") return replyRefused(reply, reading.kind);
      const found = await exchangePass(context, db, reading.partnerId, reading.value);
      return found ? { ok: true, ...found } : reply.code(410).send({ ok: false });
    });
  };
