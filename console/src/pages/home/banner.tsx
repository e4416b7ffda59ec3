/** The red line over the home page while a supplier's circuit is open. */
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { api, Item } from "../../api/client.ts";
import styles from "./home.module.css";

type Supplier = Item<typeof api.operatorSupply.suppliers>;
/** A plain text: the route table is made of the list of pages, which has no types. */
const SUPPLIERS: string = "/suppliers";

export function Banner({ suppliers }: { readonly suppliers: readonly Supplier[] }) {
  const open = suppliers.filter(({ circuit }) => circuit !== "closed");
  if (open.length === 0) return null;
  return (
    <div className={styles.banner} role="alert">
      <TriangleAlert aria-hidden="true" />
      <p>
        <b>{open.map(({ name }) => name).join("、")} 熔断中</b>
        {open.map(({ good, bad, supplierId }) => (
          <span key={supplierId}>
            最近 {good + bad} 次下单失败 {bad} 次，订单走备用渠道；结果未知的正在查单，不重复下单。
          </span>
        ))}
      </p>
      <Link to={SUPPLIERS}>供应商</Link>
    </div>
  );
}
