/**
 * Baseline server for the benchmarks: Fastify and the database driver, one statement per request,
 * and nothing else.
 */
import { systemClock } from "@yunjing/server/platform/clock";
import { idsFrom, systemRandom } from "@yunjing/server/platform/random";
import Fastify from "fastify";
import pg from "pg";
import { orderListSql } from "./order-list-query.ts";
import { redeemSql, redeemValues } from "./redeem-sessions.ts";

const random = systemRandom;
const clock = systemClock;
const context = { clock, random, ids: idsFrom(clock, random) };
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 8 });
const app = Fastify();

type Redeeming = { session: string; sessionId: string; codeMac: string; memberId: string };
app.post<{ Body: Redeeming }>("/redeem", async ({ body }) => {
  const session = { ...body, codeMac: Buffer.from(body.codeMac, "base64") };
  const values = redeemValues(context, session);
  const { rows } = await pool.query({ name: "redeem", text: redeemSql, values });
  if (rows[0]?.outcome !== "done") throw new Error(String(rows[0]?.outcome));
  return rows[0];
});

app.get<{ Params: { memberId: string } }>("/orders/:memberId", async ({ params }, reply) => {
  const values = [params.memberId];
  const { rows } = await pool.query({ name: "orders", text: orderListSql, values });
  return reply.type("application/json").send(rows[0]?.body);
});

/** The minimum work of a purchase: three calls, of which one reads and two commit. */
app.post<{ Body: { step: string; key: string; memberId: string } }>("/buy", async ({ body }) => {
  const { step, key, memberId } = body;
  if (step === "quote") {
    const values = [memberId];
    return (await pool.query({ name: "quote", text: "SELECT $1::uuid AS id", values })).rows[0];
  }
  const text = `INSERT INTO idem (member_id, route, key, request_hash, created_at)
                VALUES ($1, $2, $3, sha256($3::text::bytea), now())`;
  await pool.query({ name: "buy", text, values: [memberId, `bench.${step}`, key] });
  return { step };
});

const origin = await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.(origin);
process.once("disconnect", () => process.exit(0));
