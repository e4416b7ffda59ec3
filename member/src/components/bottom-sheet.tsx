/** A bottom sheet for choices and confirmations; its code loads when the first one is opened. */
import { lazy, Suspense, useState } from "react";
import type { BottomSheetProps } from "./bottom-sheet-body.tsx";

const Body = lazy(() =>
  import("./bottom-sheet-body.tsx").then((module) => ({ default: module.BottomSheetBody })),
);

export function BottomSheet(props: BottomSheetProps) {
  const [wasOpened, setOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  );
}
