/**
 * A bottom sheet in which money or a code is at stake: the back gesture closes it, and nothing
 * reloads the page while it stands.
 */
import { useBusy } from "../shell/busy.ts";
import { useBackLayer } from "../shell/facade/dialog-box.tsx";
import { BottomSheetBody, type BottomSheetProps } from "./bottom-sheet-body.tsx";

interface FlowSheetProps extends Omit<BottomSheetProps, "isOpen"> {
  /** What is under way, for whoever debugs why a reload waits. */
  readonly reason: string;
}

/** Stands as long as it is drawn; load it lazily, it brings the dialogs' machinery. */
export function FlowSheet({ reason, ...sheet }: FlowSheetProps) {
  useBusy(reason, true);
  useBackLayer(sheet.onClose);
  return <BottomSheetBody isOpen {...sheet} />;
}
