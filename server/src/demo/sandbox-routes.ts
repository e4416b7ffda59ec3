/**
 * The sandbox endpoints that need the domain's own actions: fresh codes, grants, and what the
 * operators' authenticators show. They are mounted only while the sandbox is on.
 */
import type { FastifyPluginAsync } from "fastify";
import Type, { type Static } from "typebox";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { transaction } from "../platform/database/transaction.ts";
import { grantCodes } from "../domain/exchange/actions.ts";
import { findOrCreateMemberByPhone } from "../domain/members/actions.ts";
import { shownAuthenticators, type ShownAuthenticator } from "../domain/operators/actions.ts";
import { grantToMember } from "./grant.ts";
import { createPeople, demoAccounts } from "./people.ts";

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

const rowOf = ({ name, phone, code, secondsLeft }: ShownAuthenticator): string =>
  `<tr><th scope="row">${escapeText(name)}</th><td>${phone}</td>` +
  `<td><code>${code.slice(0, 3)} ${code.slice(3)}</code></td><td>${secondsLeft} 秒</td></tr>`;

const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The page of the pretend authenticators; it loads itself again every five seconds. */
const authenticatorPage = (shown: readonly ShownAuthenticator[]): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<meta name="viewport" content="width=device-width"><title>沙箱验证器</title></head>
<body><h1>沙箱验证器</h1><p>运营后台登录第二步的验证码，每 30 秒换一次，每个只能用一次。</p>
<table><thead><tr><th scope="col">运营</th><th scope="col">手机</th><th scope="col">验证码</th>
<th scope="col">剩余</th></tr></thead><tbody>${shown.map(rowOf).join("\n")}</tbody></table></body></html>`;

/** `POST /sandbox/codes` and `POST /sandbox/grant`, as described in api.md. */
export const sandboxRoutes =
  (context: Context, db: Db): FastifyPluginAsync =>
  async (app) => {
    const hide = true;
    app.get("/sandbox/authenticator", { schema: { hide } }, async (_request, reply) =>
      reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-store")
        .send(authenticatorPage(await shownAuthenticators(context, db))),
    );
    app.get("/sandbox/accounts", { schema: { hide } }, async () => demoAccounts);
    app.get("/sandbox/authenticator.json", { schema: { hide } }, async (_request, reply) =>
      reply.header("cache-control", "no-store").send(await shownAuthenticators(context, db)),
    );
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
