/** Links from a record to the order, the member or the page that it belongs to. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { may } from "../../api/operator.ts";
import { EMPTY, groupedNumber } from "../format.ts";
import styles from "./record-links.module.css";

/** A link to a page of the console, with its filters: `/desk?supplierId=topup`. */
export function PageLink(props: { readonly to: string; readonly children: ReactNode }) {
  const [path = "", filters = ""] = props.to.split("?");
  return (
    // Pages are registered at run time, so the router knows their paths as texts only.
    <Link
      className={styles.link}
      to={path as "/"}
      search={Object.fromEntries(new URLSearchParams(filters))}
    >
      {props.children}
    </Link>
  );
}

/** The number of an order; a link where the operator may read orders. */
export function OrderLink({ orderNo }: { readonly orderNo: string }) {
  const text = groupedNumber(orderNo);
  return may("orders:read") ? <PageLink to={`/orders/${orderNo}`}>{text}</PageLink> : text;
}

/** `昵称（会员号）`; a link where the operator may read members. */
export function MemberLink(props: { readonly memberNo?: string; readonly nickname?: string }) {
  const { memberNo, nickname } = props;
  if (!memberNo) return EMPTY;
  const text = nickname ? `${nickname}（${memberNo}）` : memberNo;
  return may("members:read") ? <PageLink to={`/members/${memberNo}`}>{text}</PageLink> : text;
}
