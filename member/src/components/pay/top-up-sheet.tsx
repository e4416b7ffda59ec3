/** Paying a top-up in a bottom sheet; its code loads when the first one is begun. */
import { lazy, Suspense } from "react";
import type { TopUpSheetProps } from "./top-up-sheet-body.tsx";

const Body = lazy(() =>
  import("./top-up-sheet-body.tsx").then((module) => ({ default: module.TopUpSheetBody })),
);

export const TopUpSheet = (props: TopUpSheetProps) => (
  <Suspense fallback={null}>
    <Body key={props.topUp.topUpNo} {...props} />
  </Suspense>
);
