/**
 * A sheet from below for choices and confirmations; its machinery loads when it is first opened.
 */
import { lazy, type ReactNode, Suspense, useState } from "react";

const Body = lazy(() =>
  import("./bottom-sheet-body.tsx").then((room) => ({ default: room.BottomSheetBody })),
);

export interface BottomSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** A sentence under the title, heard when the sheet opens. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
  /** Stays at the foot while the content scrolls. */
  readonly foot?: ReactNode;
}

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
