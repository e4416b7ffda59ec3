/** Links from a record to the order, the member or the batch that it belongs to. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { may } from "../../api/operator.ts";
import { EMPTY, groupedNumber } from "../format.ts";
import styles from "./record-links.module.css";

function RecordLink(props: { readonly to: string; readonly children: ReactNode }) {
  return (
    // Pages are registered at run time, so the router knows their paths as texts only.
    <Link className={styles.link} to={props.to as "/"}>
      {props.children}
    </Link>
  );
}

/** The number of an order; a link where the operator may read orders. */
export function OrderLink({ orderNo }: { readonly orderNo: string }) {
  const text = groupedNumber(orderNo);
  return may("orders:read") ? <RecordLink to={`/orders/${orderNo}`}>{text}</RecordLink> : text;
}

/** `昵称（会员号）`; a link where the operator may read members. */
export function MemberLink(props: { readonly memberNo?: string; readonly nickname?: string }) {
  const { memberNo, nickname } = props;
  if (!memberNo) return EMPTY;
  const text = nickname ? `${nickname}（${memberNo}）` : memberNo;
  return may("members:read") ? <RecordLink to={`/members/${memberNo}`}>{text}</RecordLink> : text;
}
