/** The step-up in a sheet from below; it loads when the first one is asked for. */
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
