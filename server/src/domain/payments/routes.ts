/**
 * The callback endpoint for the payment channel: verifies the raw bytes, applies the notification
 * once, and acknowledges it only after the commit.
 */
import type { FastifyPluginAsync } from "fastify";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type NoticeDeps, receiveNotice } from "./actions.ts";
import type { NoticeReader } from "./port.ts";

/** WeChat's notifications have about two thousand bytes. */
const BODY_BYTES_MAX = 65_536;
const kinds: ReadonlySet<string> = new Set(["payment", "refund", "transfer"]);

export type NoticeEndpointDeps = NoticeDeps & { readonly read: NoticeReader };

/**
 * `POST /callback/wechatpay/{notify}`: 204 when the notification was applied now or before, 401
 * when it is not genuine, 400 when it is unreadable. The channel repeats it after any other status
 * than 204.
 */
export const wechatPayCallbacks = (
  context: Context,
  db: Db,
  endpoint: NoticeEndpointDeps,
): FastifyPluginAsync => {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Params: { notify: string } }>(
      "/callback/wechatpay/:notify",
      { bodyLimit: BODY_BYTES_MAX },
      async (request, reply) => {
        const { notify } = request.params;
        if (!kinds.has(notify)) throw new Refusal("NOT_FOUND");
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const reading = endpoint.read({ rawHeaders: request.raw.rawHeaders, rawBody });
        const fault =
          reading.kind === "notice"
            ? reading.notice.kind !== notify && { status: 400, why: "of another endpoint" }
            : { status: reading.kind === "refused" ? 401 : 400, why: reading.why };
        if (fault) {
          request.log.warn({ why: fault.why }, "a payment notification was refused");
          const message = fault.status === 401 ? "签名验证失败" : "无法识别的通知";
          return reply.code(fault.status).send({ code: "FAIL", message });
        }
        if (reading.kind === "notice") await receiveNotice(context, db, endpoint, reading.notice);
        return reply.code(204).send();
      },
    );
  };
};
