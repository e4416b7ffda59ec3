/** Draws its content only for operators with a permission; a page says which one it lacks. */
import type { ReactNode } from "react";
import { may, type OperatorPermission } from "../api/operator.ts";
import { Denied } from "./state.tsx";

type GateProps = {
  /** One of these is enough. */
  readonly may: OperatorPermission | readonly OperatorPermission[];
  /** The name of the page; without it nothing is drawn for those without the permission. */
  readonly page?: string;
  readonly children: ReactNode;
};

export function Gate({ may: wanted, page, children }: GateProps) {
  const permissions = typeof wanted === "string" ? [wanted] : wanted;
  if (may(...permissions)) return children;
  return page ? <Denied title={page} permission={permissions.join(" 或 ")} /> : null;
}
