/** Paying an order in a bottom sheet; its code loads when the first order is to be paid. */
import { lazy, Suspense } from "react";
import type { PaySheetProps } from "./pay-sheet-body.tsx";

const Body = lazy(() =>
  import("./pay-sheet-body.tsx").then((module) => ({ default: module.PaySheetBody })),
);

/** Renders nothing while no order is to be paid. */
export function PaySheet({
  order,
  ...rest
}: Omit<PaySheetProps, "order"> & {
  readonly order: PaySheetProps["order"] | undefined;
}) {
  if (!order) return null;
  return (
    <Suspense fallback={null}>
      <Body key={order.orderNo} order={order} {...rest} />
    </Suspense>
  );
}
