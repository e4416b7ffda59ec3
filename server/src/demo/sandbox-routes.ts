/**
 * The two sandbox endpoints that need the domain's own actions: fresh codes and grants. They are
 * mounted only while the sandbox is on.
 */
import type { FastifyPluginAsync } from "fastify";
import Type, { type Static } from "typebox";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { transaction } from "../platform/database/transaction.ts";
import { grantCodes } from "../domain/exchange/actions.ts";
import { findOrCreateMemberByPhone } from "../domain/members/actions.ts";
import { grantToMember } from "./grant.ts";
import { createPeople } from "./people.ts";

const Amount = Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 }));
const CodesRequest = Type.Object({
  target: Type.Union([
    Type.Literal("kfc-set"),
    Type.Literal("kfc-value-50"),
    Type.Literal("coupon-10"),
    Type.Literal("points-500"),
    Type.Literal("balance-20"),
    Type.Literal("choice-3"),
    Type.Literal("level-gold"),
  ]),
  count: Type.Integer({ minimum: 1, maximum: 10_000 }),
});
const GrantRequest = Type.Object({
  phone: Type.String({ pattern: "^1[3-9]\\d{9}$" }),
  points: Amount,
  principalFen: Amount,
  bonusFen: Amount,
  rewardFen: Amount,
});

/** `POST /sandbox/codes` and `POST /sandbox/grant`, as described in api.md. */
export const sandboxRoutes =
  (context: Context, db: Db): FastifyPluginAsync =>
  async (app) => {
    const hide = true;
    app.post<{ Body: Static<typeof CodesRequest> }>(
      "/sandbox/codes",
      { schema: { hide, body: CodesRequest } },
      async ({ body }) => {
        const { dealer: makerId, checker: checkerId } = await createPeople(context, db);
        const codes = await grantCodes(context, db, { ...body, makerId, checkerId });
        return codes.map((code) => ({ code }));
      },
    );
    app.post<{ Body: Static<typeof GrantRequest> }>(
      "/sandbox/grant",
      { schema: { hide, body: GrantRequest } },
      async ({ body: { phone, ...amounts } }) => {
        const { memberId } = await transaction(db, (tx) =>
          findOrCreateMemberByPhone(context, tx, phone),
        );
        await grantToMember(context, db, {
          memberId,
          ref: `grant:${context.ids.next()}`,
          ...amounts,
        });
        return { status: true, msg: "成功" };
      },
    );
  };
