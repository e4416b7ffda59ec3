/**
 * The box of every dialog: over a scrim, focus kept inside, closed by Escape and by going back
 * (D08).
 */
import { Dialog } from "radix-ui";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { router } from "../navigate.ts";
import { useScrollLock } from "../scroll-lock.ts";
import styles from "./dialog-box.module.css";
import { focusedElement, restoreFocus, setPendingFocus } from "./restore-focus.ts";

type BoxProps = {
  title: string;
  /** Read aloud together with the title; each dialog passes its own content. */
  description?: ReactNode;
  children: ReactNode;
  /** Called when Escape or back was pressed. */
  onDismiss: () => void;
  role?: "alertdialog" | "dialog";
  size?: "box" | "small" | "login";
  isTitleHidden?: boolean;
  above?: ReactNode;
};

export function DialogBox(props: BoxProps) {
  const {
    title,
    description,
    children,
    onDismiss,
    role = "alertdialog",
    size = "box",
    isTitleHidden,
    above,
  } = props;
  useBackLayer(onDismiss);
  useScrollLock();
  const place = useRef<HTMLDivElement>(null);
  useKeyboardInset(place);
  const [holder] = useState(focusedElement);
  useEffect(() => () => setPendingFocus(holder), [holder]);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onDismiss()}>
      <Dialog.Portal>
        <div className={styles.scrim} />
        <Dialog.Content
          ref={place}
          className={styles.place}
          role={role}
          aria-modal="true"
          {...(description ? {} : { "aria-describedby": undefined })}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            restoreFocus(holder);
          }}
          // Dialogs ask about money and codes, so an accidental tap outside the box is not an
          // answer.
          onPointerDownOutside={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className={styles.box} data-size={size}>
            {above}
            <Dialog.Title className={isTitleHidden ? "sr-only" : styles.title}>
              {title}
            </Dialog.Title>
            {description && (
              <Dialog.Description asChild>
                <div className={styles.description}>{description}</div>
              </Dialog.Description>
            )}
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Adds one history entry for as long as the box is open; `onBack` runs when back was pressed. */
export function useBackLayer(onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    const release = router.openLayer(() => back());
    return () => void release();
  }, []);
}

/** Keeps the box above the on-screen keyboard and scrollable. */
function useKeyboardInset(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return undefined;
    const fit = () => {
      const covered = Math.max(0, window.innerHeight - seen.height - seen.offsetTop);
      // A pinch also reduces the visible viewport; there is no keyboard then.
      place.current?.style.setProperty("bottom", seen.scale > 1 ? "0px" : `${covered}px`);
    };
    fit();
    seen.addEventListener("resize", fit);
    return () => seen.removeEventListener("resize", fit);
  }, [place]);
}
