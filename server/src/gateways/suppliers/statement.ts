/**
 * Downloads a supplier's statement of a day over signed HTTP, page by page; it is complete when
 * count, sum and digest match.
 */
import { createHash, type Hash } from "node:crypto";
import Type, { type Static } from "typebox";
import Value from "typebox/value";
import type { StatementAnswer, StatementLine } from "../../domain/fulfilment/port.ts";
import { openFileBuffer, type FileBuffer } from "../bills/file-buffer.ts";
import { type Partner, signedCall } from "../signing/call.ts";

const Name = Type.String({ pattern: "^[0-9A-Za-z_|*-]{1,64}$" });
const Count = Type.Integer({ minimum: 0, maximum: 10_000_000 });
const Line = Type.Object({
  outNo: Name,
  supplierNo: Name,
  state: Type.Union(["issued", "failed", "cancelled"].map((state) => Type.Literal(state))),
  amountFen: Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  at: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$" }),
});
type Line = Static<typeof Line>;
const Page = Type.Object({
  day: Type.String(),
  count: Count,
  totalFen: Type.Integer({ minimum: 0 }),
  /** SHA-256 over all lines as `lineText` formats them, the same on every page. */
  digest: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  lines: Type.Array(Line, { maxItems: 2_000 }),
  next: Type.Optional(Type.String({ pattern: "^[0-9A-Za-z_-]{1,64}$" })),
});
type Page = Static<typeof Page>;
const Absent = Type.Object({ code: Type.Literal("STATEMENT_ABSENT"), day: Type.String() });
const Refused = Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) });

const unknown = (reason: string) => ({ state: "unknown", reason }) as const;

const lineText = ({ outNo, supplierNo, state, amountFen, at }: Line): string =>
  `${[outNo, supplierNo, state, amountFen, at].join(",")}\n`;

/** Totals of the pages downloaded so far. */
type Tally = { readonly hash: Hash; count: number; totalFen: number };

const isSameEdition = (one: Page, other: Page): boolean =>
  one.digest === other.digest && one.count === other.count && one.totalFen === other.totalFen;

/** Downloads one page into the buffer. Returns the page, or the reason why there is none. */
async function fetchPage(
  partner: Partner,
  { path, day }: { path: string; day: string },
  { buffer, tally }: { buffer: FileBuffer; tally: Tally },
) {
  const reply = await signedCall(partner, { method: "GET", path });
  if (!reply.answered) return unknown(reply.reason);
  const { status, body } = reply;
  if (status === 404 && Value.Check(Absent, body) && body.day === day) {
    return { state: "none" } as const;
  }
  if (status !== 200) {
    return unknown(Value.Check(Refused, body) ? body.code : `answered ${status}`);
  }
  if (!Value.Check(Page, body) || body.day !== day) return unknown("unreadable answer");
  for (const line of body.lines) {
    tally.count += 1;
    tally.totalFen += line.amountFen;
    tally.hash.update(lineText(line));
  }
  await buffer.write(Buffer.from(body.lines.map(lineText).join("")));
  return { state: "page", page: body } as const;
}

async function fetchStatement(
  partner: Partner,
  { statements, day }: { statements: string; day: string },
  buffer: FileBuffer,
): Promise<{ state: "whole"; digest: string } | Exclude<StatementAnswer, { state: "statement" }>> {
  const tally: Tally = { hash: createHash("sha256"), count: 0, totalFen: 0 };
  let first: Page | undefined;
  let path = `${statements}/${day}`;
  for (;;) {
    const received = await fetchPage(partner, { path, day }, { buffer, tally });
    if (received.state !== "page")
      return received.state === "none" && first ? unknown("it went") : received;
    const { page } = received;
    first ??= page;
    if (!isSameEdition(first, page)) return unknown("it changed between two pages");
    // More lines than announced, or an empty page with a next page: the download might never end.
    if (tally.count > page.count || (page.next !== undefined && page.lines.length === 0)) {
      return unknown("it is not whole");
    }
    if (page.next === undefined) {
      const isWhole = tally.count === page.count && tally.totalFen === page.totalFen;
      const digest = tally.hash.digest("hex");
      return isWhole && digest === page.digest
        ? { state: "whole", digest }
        : unknown("it is not whole");
    }
    path = `${statements}/${day}?cursor=${page.next}`;
  }
}

async function* linesOf(buffer: FileBuffer): AsyncGenerator<StatementLine> {
  for await (const text of buffer.lines()) {
    const [outNo = "", channelNo = "", state = "", amountFen = "", at = ""] = text.split(",");
    const ended = new Date(at);
    yield { kind: "supply", outNo, channelNo, state, amountFen: Number(amountFen), at: ended };
  }
}

/**
 * Returns the statement of the day whose pages are under `statements`. A wrong answer of the
 * supplier never throws.
 */
export async function supplierStatement(
  partner: Partner,
  wanted: { statements: string; day: string },
): Promise<StatementAnswer> {
  const buffer = await openFileBuffer();
  const received = await fetchStatement(partner, wanted, buffer);
  if (received.state !== "whole") {
    await buffer.close();
    return received;
  }
  const { digest } = received;
  return {
    state: "statement",
    digest,
    lines: () => linesOf(buffer),
    discard: () => buffer.close(),
  };
}
