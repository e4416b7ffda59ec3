/** The step-up in a bottom sheet; its code loads when the first one is required. */
import { lazy, Suspense } from "react";
import type { StepUpSheetProps } from "./step-up-body.tsx";

const Body = lazy(() =>
  import("./step-up-body.tsx").then((module) => ({ default: module.StepUpBody })),
);

export const StepUpSheet = (props: StepUpSheetProps) => (
  <Suspense fallback={null}>
    <Body {...props} />
  </Suspense>
);
