/**
 * The bottom sheet itself: focus stays inside and returns to where it was, Escape and the scrim
 * close the sheet, the page behind is inert.
 */
import * as Dialog from "radix-ui/dialog";
import { type ReactNode, useRef } from "react";
import { focusedElement, restoreFocus } from "../shell/facade/restore-focus.ts";
import { useScrollLock } from "../shell/scroll-lock.ts";
import styles from "./bottom-sheet.module.css";
import { Icon } from "./icon.tsx";
import { close } from "./icons.ts";

export interface BottomSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** A sentence under the title, read aloud by a screen reader when the sheet opens. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  readonly foot?: ReactNode;
}

export function BottomSheetBody(props: BottomSheetProps) {
  const { isOpen, onClose, title, note, children, foot } = props;
  const holder = useRef<HTMLElement>(undefined);
  const sheet = useRef<HTMLDivElement>(null);
  useScrollLock(isOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        {/* Radix's own overlay locks the page by a style element, which the CSP refuses. */}
        <div className={styles.scrim} />
        <Dialog.Content
          className={styles.sheet}
          {...(note ? {} : { "aria-describedby": undefined })}
          ref={sheet}
          onOpenAutoFocus={(event) => {
            holder.current = focusedElement();
            // Focus on the sheet itself draws no ring; the first Tab reaches the close button.
            event.preventDefault();
            sheet.current?.focus({ preventScroll: true });
          }}
          // The dialog has no trigger, so Radix would leave the keyboard focus nowhere.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            restoreFocus(holder.current);
          }}
        >
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close className="touch touch-small ink-500" aria-label="关闭">
              <Icon of={close} size={20} />
            </Dialog.Close>
          </div>
          {/* Makes long texts without controls scrollable by keyboard. */}
          <div className={styles.body} tabIndex={0}>
            {note && <Dialog.Description className="caption mb-3">{note}</Dialog.Description>}
            {children}
          </div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
