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
  batchId: "SELECT batch_id FROM code GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
  last4: "SELECT last4 FROM code LIMIT 1",
  operatorId: "SELECT member_id FROM operator LIMIT 1",
  code: "SELECT contract_id FROM fulfilment_contract ORDER BY 1 LIMIT 1",
  approvalId: "SELECT id FROM approval LIMIT 1",
  codeId: "SELECT code_id FROM code LIMIT 1",
  caseId: "SELECT id FROM risk_case ORDER BY last_hit_at DESC, id DESC LIMIT 1",
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

/**
 * Returns the call of every GET operation whose required parameters have a value. A list that takes
 * a span is asked for the last thirty days.
 */
export function callsOf(values: Readonly<Record<string, string>>): GrowthCall[] {
  const now = Date.now();
  const span = new Map([
    ["from", String(now - SPAN_DAYS * DAY_MS)],
    ["to", String(now)],
  ]);
  return Object.values(operations).flatMap((operation) => {
    const { method, host, topic, name, path, input } = operation;
    if (method !== "GET" || (host !== "api" && host !== "console")) return [];
    const shape = input as { required?: string[]; properties?: Record<string, unknown> };
    const required = shape.required ?? [];
    const query = new URLSearchParams();
    let filled = path;
    for (const key of Object.keys(shape.properties ?? {})) {
      const value = span.get(key) ?? values[key];
      if (filled.includes(`{${key}}`)) filled = filled.replace(`{${key}}`, value ?? `{${key}}`);
      else if (value !== undefined && (required.includes(key) || span.has(key)))
        query.set(key, value);
    }
    const isWhole = required.every((key) => query.has(key) || values[key] !== undefined);
    if (!isWhole) return [];
    const text = query.size > 0 ? `${filled}?${query}` : filled;
    return [{ name: `${topic}.${name}`, host, path: text }];
  });
}
