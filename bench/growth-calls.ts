/**
 * The calls that the growth benchmark measures: every GET operation of the contract, with the values
 * of one database for the parameters. A new operation is measured without a change here, unless it
 * requires a parameter of a new name.
 */
import { operations } from "@yunjing/contract/operations";
import type { Client } from "pg";

const DAY_MS = 86_400_000;
/** Lists over all members cover a span; the newest day holds a like number of rows everywhere. */
const SPAN_DAYS = 30;

const LARGEST_BATCH = "SELECT batch_id FROM code GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1";
/** SQL of one value for each parameter of a path or query; the newest row of the demo's own. */
const VALUES: Readonly<Record<string, string>> = {
  orderNo: "SELECT order_no FROM orders WHERE member_id = $1 ORDER BY created_at DESC LIMIT 1",
  memberNo: "SELECT member_no FROM member WHERE member_id = $1",
  topUpNo: "SELECT topup_no FROM topup WHERE member_id = $1 ORDER BY created_at DESC LIMIT 1",
  withdrawalNo:
    "SELECT withdrawal_no FROM withdrawal WHERE member_id = $1 ORDER BY created_at DESC LIMIT 1",
  id: "SELECT id FROM member_coupon WHERE member_id = $1 ORDER BY created_at DESC LIMIT 1",
  benefitId: "SELECT benefit_id FROM benefit ORDER BY 1 LIMIT 1",
  skuId: "SELECT sku_id FROM sku_route ORDER BY 1 LIMIT 1",
  storeId: "SELECT store_id FROM store ORDER BY 1 LIMIT 1",
  supplierId: "SELECT supplier_id FROM supplier_order GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
  day: "SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date::text",
  month: "SELECT to_char(now() AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM')",
  templateId: "SELECT template_id FROM member_coupon GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
  batchId: LARGEST_BATCH,
  last4: `SELECT last4 FROM code WHERE batch_id = (${LARGEST_BATCH}) ORDER BY serial LIMIT 1`,
  operatorId: "SELECT member_id FROM operator LIMIT 1",
  code: "SELECT contract_id FROM fulfilment_contract ORDER BY 1 LIMIT 1",
  approvalId: "SELECT id FROM approval LIMIT 1",
  codeId: "SELECT code_id FROM code LIMIT 1",
  caseId: "SELECT id FROM risk_case ORDER BY last_hit_at DESC, id DESC LIMIT 1",
  "operatorBooks.caseId": "SELECT id FROM recon_case ORDER BY opened_at DESC, id DESC LIMIT 1",
  couponId: "SELECT id FROM member_coupon WHERE member_id = $1 ORDER BY created_at DESC LIMIT 1",
  "tickets.ticketId":
    "SELECT id FROM ticket WHERE member_id = $1 ORDER BY updated_at DESC, id DESC LIMIT 1",
  ticketId: "SELECT id FROM ticket ORDER BY updated_at DESC, id DESC LIMIT 1",
  inviteCode: "SELECT code FROM invite_code WHERE owner_id = $1",
  linkId: "SELECT link_id FROM partner_link WHERE is_on ORDER BY 1 LIMIT 1",
  source: "SELECT source FROM bill_day GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
  sendId: "SELECT send_id FROM bulk_send ORDER BY created_at DESC, 1 LIMIT 1",
  exportId: "SELECT export_id FROM export ORDER BY created_at DESC LIMIT 1",
  fileId: "SELECT file_id FROM file ORDER BY created_at DESC, 1 LIMIT 1",
  "operatorDealers.memberId": "SELECT member_id FROM code_dealer ORDER BY 1 LIMIT 1",
};
const FIXED: Readonly<Record<string, string>> = {
  account: "clearing",
  box: "mine",
  keyword: "上海",
  lat: "31.2",
  lng: "121.5",
  formKind: "phone",
  target: "points",
  metric: "orders",
  grain: "day",
  brand: "kfc",
  posterId: "deep-sea",
  page: "orders",
  figures: "orders,refunds",
  name: "withdrawalDayFen",
};
/** Operations that are called with each of these values of one parameter. */
const EACH: Readonly<Record<string, { readonly key: string; readonly values: readonly string[] }>> =
  {
    "operatorReports.read": {
      key: "kind",
      values: ["bill", "flow", "margin", "supplier", "dealer", "withdrawal", "invoice"],
    },
    "operatorFigures.top": {
      key: "by",
      values: ["benefit", "supplier", "tender", "batch", "coupon"],
    },
    "home.agreement": { key: "kind", values: ["user"] },
    "operatorAgreements.detail": { key: "kind", values: ["user"] },
    "operatorAgreements.versions": { key: "kind", values: ["user"] },
  };

/** One GET of a host. */
export type GrowthCall = {
  readonly name: string;
  readonly host: "api" | "console";
  readonly path: string;
};

/** Reads the values of one database, for a member with rows in every list. */
export async function readValues(
  client: Client,
  memberId: string,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = { ...FIXED };
  for (const [name, text] of Object.entries(VALUES)) {
    const { rows } = await client.query<Record<string, string>>(
      text,
      text.includes("$1") ? [memberId] : [],
    );
    const [value] = Object.values(rows[0] ?? {});
    if (value !== undefined) found[name] = String(value);
  }
  return found;
}

type Shape = {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
};
type Values = Readonly<Record<string, string>>;

/** Every GET operation of the member app and of the console. */
const reads = () =>
  Object.values(operations).flatMap(({ method, host, topic, name, path, input }) =>
    method === "GET" && (host === "api" || host === "console")
      ? [{ topic, name, host, path, shape: input }]
      : [],
  );

/** A list that takes a span is asked for the last thirty days. */
const spanUntilNow = () => {
  const now = Date.now();
  return new Map([
    ["from", String(now - SPAN_DAYS * DAY_MS)],
    ["to", String(now)],
  ]);
};

/** The values of one read: those named after its topic come first. */
function valuesOf(values: Values, topic: string): Values {
  const own = Object.entries(values).flatMap(([key, value]) =>
    key.startsWith(`${topic}.`) ? [[key.slice(topic.length + 1), value] as const] : [],
  );
  return { ...values, ...Object.fromEntries(own) };
}

/** Every read with its values, and one with each value of `EACH`. */
const asked = (values: Values) =>
  reads().flatMap(({ topic, name, ...read }) => {
    const own = valuesOf(values, topic);
    const each = EACH[`${topic}.${name}`];
    if (!each) return [{ ...read, name: `${topic}.${name}`, values: own }];
    return each.values.map((value) => ({
      ...read,
      name: each.values.length === 1 ? `${topic}.${name}` : `${topic}.${name} ${value}`,
      values: { ...own, [each.key]: value },
    }));
  });

const missingIn = (values: Values, { required = [] }: Shape): readonly string[] =>
  required.filter((key) => values[key] === undefined && key !== "from" && key !== "to");

/** The operations of a host that are not called, with the parameters that have no value. */
export const namesWithoutRow = (all: Values, host: GrowthCall["host"]): string[] =>
  asked(all).flatMap(({ name, shape, values, ...read }) => {
    const missing = missingIn(values, shape);
    return read.host !== host || missing.length === 0 ? [] : [`${name} (${missing.join(", ")})`];
  });

/** Returns the call of every GET operation whose required parameters have a value. */
export function callsOf(all: Values): GrowthCall[] {
  const span = spanUntilNow();
  return asked(all).flatMap(({ name, host, path, shape, values }) => {
    if (missingIn(values, shape).length > 0) return [];
    const query = new URLSearchParams();
    let filled = path;
    for (const key of Object.keys(shape.properties ?? {})) {
      const value = span.get(key) ?? values[key];
      const isAsked = shape.required?.includes(key) === true || span.has(key);
      if (filled.includes(`{${key}}`)) filled = filled.replace(`{${key}}`, value ?? `{${key}}`);
      else if (value !== undefined && isAsked) query.set(key, value);
    }
    return [{ name, host, path: query.size > 0 ? `${filled}?${query}` : filled }];
  });
}
