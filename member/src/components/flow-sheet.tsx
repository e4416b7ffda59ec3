/**
 * A bottom sheet for a step with money or a code: the back gesture closes it, and the page is not
 * reloaded while it is open.
 */
import { useBusy } from "../shell/busy.ts";
import { useBackLayer } from "../shell/facade/dialog-box.tsx";
import { BottomSheetBody, type BottomSheetProps } from "./bottom-sheet-body.tsx";

interface FlowSheetProps extends Omit<BottomSheetProps, "isOpen"> {
  /** What is in progress, to help debug why a reload is delayed. */
  readonly reason: string;
}

/** Is open while it is mounted; load it lazily, because it brings the code of the dialogs. */
export function FlowSheet({ reason, ...sheet }: FlowSheetProps) {
  useBusy(reason, true);
  useBackLayer(sheet.onClose);
  return <BottomSheetBody isOpen {...sheet} />;
}
