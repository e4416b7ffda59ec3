/**
 * Gateway to a partner over signed HTTP: links with our signature, pulls of its orders by time, and
 * its callbacks.
 */
import Type, { type Static } from "typebox";
import Value from "typebox/value";
import type {
  CallbackRequest,
  PartnerGateway,
  PartnerOrderUpdate,
  Pass,
  PulledPage,
  CallbackResult,
} from "../../domain/partners/port.ts";
import { tryParseJson } from "../../platform/http/json.ts";
import { type Partner, requireSafeOrigin, signedCall } from "../signing/call.ts";
import type { NonceMemory } from "../signing/nonces.ts";
import { type SigningKey, signatureOf } from "../signing/sign.ts";
import { verifySignature } from "../signing/verify.ts";

export type SignedPartnerOptions = {
  readonly partnerId: string;
  /** The partner with our key, which signs links and pulls. */
  readonly partner: Partner;
  /** The partner's keys, which sign its callbacks. */
  readonly callbackKeys: readonly SigningKey[];
  readonly nonces: NonceMemory;
  /**
   * Sandbox partners only: the path on our own origin that has their pages, instead of the target's
   * host.
   */
  readonly pagesPath?: string;
};

const FEN_MAX = 100_000_000;
/** 2100-01-01: no order is later than that. */
const MS_MAX = 4_102_444_800_000;
const Fen = Type.Integer({ minimum: 0, maximum: FEN_MAX });
const Ms = Type.Integer({ minimum: 0, maximum: MS_MAX });
const Sid = Type.String({ pattern: "^[0-9a-f]{32}$" });
const literals = <const W extends string>(all: readonly W[]) =>
  Type.Union(all.map((literal) => Type.Literal(literal)));

const Order = Type.Object({
  orderNo: Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }),
  sid: Type.Optional(Sid),
  state: literals(["ordered", "paid", "settled", "void"]),
  commission: Type.Object({
    state: literals(["none", "estimated", "settled", "void"]),
    amountFen: Fen,
  }),
  title: Type.String({ minLength: 1, maxLength: 60 }),
  amountFen: Fen,
  isRisk: Type.Boolean(),
  orderedAt: Ms,
  updatedAt: Ms,
});
const Push = Type.Object({ orders: Type.Array(Order, { minItems: 1, maxItems: 100 }) });
const Page = Type.Object({
  orders: Type.Array(Order, { maxItems: 500 }),
  next: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
});
const Exchange = Type.Object({
  sid: Sid,
  token: Type.String({ pattern: "^[A-Za-z0-9_-]{22}$" }),
});

const states = { ordered: "ORDERED", paid: "PAID", settled: "SETTLED", void: "VOID" } as const;
const commissions = {
  none: "NONE",
  estimated: "ESTIMATED",
  settled: "SETTLED",
  void: "VOID",
} as const;

const orderReportOf = (order: Static<typeof Order>): PartnerOrderUpdate => ({
  partnerNo: order.orderNo,
  ...(order.sid === undefined ? {} : { sid: order.sid }),
  state: states[order.state],
  commission: commissions[order.commission.state],
  title: order.title,
  amountFen: order.amountFen,
  isRisk: order.isRisk,
  commissionFen: order.commission.amountFen,
  placedAt: order.orderedAt,
  updatedAt: order.updatedAt,
});

/**
 * Returns the target with the pass as query parameters, signed like a GET of the path: `yj_sid` is
 * the nonce and `yj_exp` the time. For a page of a mini-program or an app the whole address is
 * signed, and the parameters are in its own `query`.
 */
export function signedTarget(target: URL, pass: Pass, key: SigningKey): URL {
  const passParams = [
    ["yj_sid", pass.sid],
    ["yj_token", pass.token],
    ["yj_exp", String(pass.expiresAt)],
    ["yj_key", key.keyId],
  ] as const;
  const sign = (path: string) =>
    signatureOf(
      { method: "GET", path, rawBody: "", timestamp: String(pass.expiresAt), nonce: pass.sid },
      key.secret,
    );
  const url = new URL(target);
  if (url.protocol === "https:") {
    for (const [name, value] of passParams) url.searchParams.append(name, value);
    url.searchParams.append("yj_sign", sign(url.pathname + url.search));
    return url;
  }
  const query = new URLSearchParams(url.searchParams.get("query") ?? "");
  for (const [name, value] of passParams) query.append(name, value);
  query.append("yj_sign", sign(`${target.href}?${query}`));
  url.searchParams.set("query", query.toString());
  return url;
}

/** Throws TypeError at once when the partner's origin is not safe. Calls never throw. */
export function signedPartner(wires: SignedPartnerOptions): PartnerGateway {
  const { partnerId, partner, pagesPath } = wires;
  requireSafeOrigin(partner.origin);

  function read<T>(
    message: CallbackRequest,
    take: (body: unknown) => T | undefined,
  ): CallbackResult<T> {
    const signatureCheck = verifySignature(message, {
      keys: wires.callbackKeys,
      nonces: wires.nonces,
      now: partner.clock.now(),
    });
    if (signatureCheck !== "genuine") return { kind: "refused", why: signatureCheck };
    // A signed message that is not JSON is unreadable, not refused as forged.
    const value = take(tryParseJson(Buffer.from(message.rawBody).toString("utf8")));
    return value === undefined ? { kind: "unreadable" } : { kind: "read", value };
  }

  return {
    sign: (target, pass) => {
      const url = signedTarget(target, pass, partner.key);
      if (pagesPath === undefined || url.protocol !== "https:") return url.href;
      return pagesPath + url.pathname + url.search;
    },
    pull: async ({ from, to, cursor }): Promise<PulledPage> => {
      const query = new URLSearchParams({
        from: String(from),
        to: String(to),
        ...(cursor === undefined ? {} : { cursor }),
      });
      const path = `/partner/${partnerId}/orders?${query}`;
      const reply = await signedCall(partner, { method: "GET", path });
      if (!reply.answered) return { isAvailable: false, reason: reply.reason };
      if (reply.status !== 200 || !Value.Check(Page, reply.body)) {
        return { isAvailable: false, reason: `answered ${reply.status}` };
      }
      const { orders, next } = reply.body;
      return {
        isAvailable: true,
        updates: orders.map(orderReportOf),
        ...(next === undefined ? {} : { next }),
      };
    },
    readOrders: (message) =>
      read(message, (body) =>
        Value.Check(Push, body) ? body.orders.map(orderReportOf) : undefined,
      ),
    readExchange: (message) =>
      read(message, (body) => (Value.Check(Exchange, body) ? body : undefined)),
  };
}
