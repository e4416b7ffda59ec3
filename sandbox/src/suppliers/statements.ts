/**
 * Statements of a sandbox supplier: every accepted order that ended on a day in China, in pages,
 * with injected faults.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { StatementFaults } from "./faults.ts";
import type { KnownOrder } from "./orders.ts";
import { type PriceList, priceFenOf } from "./prices.ts";
import { dayInChina } from "./behaviour.ts";

const PAGE_LINES = 1_000;

type Line = { outNo: string; supplierNo: string; state: string; amountFen: number; at: string };

export type StatementParts = {
  journal: Journal<KnownOrder>;
  clock: Clock;
  faults: () => StatementFaults;
  prices: () => PriceList;
};

function linesOf({ journal, prices }: StatementParts, day: string): Line[] {
  const list = prices();
  return journal.values().flatMap(({ outNo, supplierNo, state, wanted, endedAt }) => {
    if (!supplierNo || !wanted || endedAt === undefined) return [];
    const at = new Date(endedAt);
    if (dayInChina(at) !== day) return [];
    const amountFen = state === "issued" ? priceFenOf(wanted, list) : 0;
    return [{ outNo, supplierNo, state, amountFen, at: at.toISOString() }];
  });
}

/** Returns the lines with the faults applied: each fault uses the next lines of the day. */
function injectStatementFaults(
  lines: readonly Line[],
  day: string,
  faults: StatementFaults,
): Line[] {
  let at = faults.statementMissing;
  const next = (count: number) => lines.slice(at, (at += count));
  const wrongAmounts = next(faults.statementWrongAmount).map((line) => ({
    ...line,
    amountFen: line.amountFen + 100,
  }));
  const wrongStates = next(faults.statementWrongState).map((line) => ({
    ...line,
    state: line.state === "issued" ? "failed" : "issued",
  }));
  const twice = next(faults.statementTwice).flatMap((line) => [line, line]);
  const extra = Array.from({ length: faults.statementExtra }, (_, n): Line => {
    const no = `${day.replaceAll("-", "")}${String(n).padStart(6, "0")}`;
    const noon = new Date(`${day}T12:00:00+08:00`).toISOString();
    return { outNo: `X${no}`, supplierNo: `XX${no}`, state: "issued", amountFen: 990, at: noon };
  });
  return [...wrongAmounts, ...wrongStates, ...twice, ...lines.slice(at), ...extra];
}

const lineText = ({ outNo, supplierNo, state, amountFen, at }: Line): string =>
  `${[outNo, supplierNo, state, amountFen, at].join(",")}\n`;

function pageOf(all: readonly Line[], day: string, from: number) {
  const lines = all.slice(from, from + PAGE_LINES);
  const end = from + lines.length;
  return {
    day,
    count: all.length,
    totalFen: all.reduce((sum, { amountFen }) => sum + amountFen, 0),
    digest: createHash("sha256").update(all.map(lineText).join("")).digest("hex"),
    lines,
    ...(end < all.length ? { next: String(end) } : {}),
  };
}

const params = {
  type: "object",
  properties: { day: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\d$" } },
};
const querystring = {
  type: "object",
  properties: { cursor: { type: "integer", minimum: 0, default: 0 } },
};

/**
 * Adds `GET {path}/{day}?cursor=`. Must be called in a part of the app that is already guarded by
 * signature.
 */
export function addStatementRoute(app: FastifyInstance, path: string, parts: StatementParts): void {
  app.get<{ Params: { day: string }; Querystring: { cursor: number } }>(
    `${path}/:day`,
    { schema: { params, querystring } },
    async ({ params: { day }, query: { cursor } }, reply) => answer(reply, parts, { day, cursor }),
  );
}

function answer(
  reply: FastifyReply,
  parts: StatementParts,
  { day, cursor }: { day: string; cursor: number },
) {
  const isOver = day < dayInChina(parts.clock.now());
  if (!isOver || parts.faults().statementLate > 0) {
    return reply.code(409).send({ code: "STATEMENT_NOT_READY", message: "对账单生成中" });
  }
  const lines = injectStatementFaults(linesOf(parts, day), day, parts.faults());
  if (lines.length === 0) {
    return reply.code(404).send({ code: "STATEMENT_ABSENT", day, message: "当日没有订单" });
  }
  return pageOf(lines, day, cursor);
}
