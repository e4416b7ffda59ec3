/** Records of the gallery: requests to suppliers in each outcome, and lists that are exported. */
import { ExportButton } from "../parts/export-button/export-button.tsx";
import { Card } from "../parts/page-head.tsx";
import { Attempts, type SupplierOrder } from "../parts/record/attempts.tsx";
import { tell } from "../parts/toast.tsx";
import styles from "./gallery.module.css";

const SAMPLE_AT = 1_795_000_000_000;
const TOOK_MS = 1_240;

const base = {
  supplierId: "voucher",
  costFen: 890,
  tries: 1,
  queriesToday: 0,
  createdAt: SAMPLE_AT,
} as const;

const supplierOrders: readonly SupplierOrder[] = [
  {
    ...base,
    outNo: "920261122000000001",
    supplierName: "话费与会员直充",
    state: "FAILED",
    reason: "号码不支持",
    attempt: 1,
    exchanges: [],
  },
  {
    ...base,
    outNo: "920261122000000002",
    supplierName: "卡券供应商",
    supplierNo: "V20261122-0007",
    state: "UNKNOWN",
    attempt: 2,
    exchanges: ["unknown", "no answer in time", "accepted", "HTTP 502"].map((outcome, place) => ({
      ref: String(place),
      at: SAMPLE_AT + place * TOOK_MS,
      what: ["place", "query", "callback", "cancel"][place] ?? "query",
      tookMs: TOOK_MS,
      outcome,
    })),
  },
];

export function AttemptsSample() {
  return <Attempts supplierOrders={supplierOrders} onRaw={(ref) => tell(`第 ${ref} 份原始报文`)} />;
}

/** Only a list with phones also offers them in clear. */
export function ExportSample() {
  return (
    <Card title="导出">
      <div className={styles.pad}>
        <ExportButton kind="orders" title="订单" filter={{}} />
        <ExportButton kind="members" title="会员" filter={{ keyword: "林" }} />
      </div>
    </Card>
  );
}
