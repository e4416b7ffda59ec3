/**
 * A button in four styles. While busy it shows another text and keeps its width; an action cannot
 * be started twice.
 */
import { type ReactNode, useRef, useState, useSyncExternalStore } from "react";
import { onPendingDialogsChange, pendingDialogCount } from "../shell/pending-dialogs.ts";
import styles from "./button.module.css";
import { Icon } from "./icon.tsx";
import type { IconDrawing } from "./icon-drawing.ts";
import { refresh } from "./icons.ts";

interface ButtonProps {
  readonly children: ReactNode;
  /**
   * A returned promise keeps the button busy until it settles, except while a dialog that it opened
   * waits for an answer: nothing is submitted before the member agrees.
   */
  readonly onPress?: (() => unknown) | undefined;
  /** `main` is the one coral button of a page; `sea`, `line` and `soft` follow in weight. */
  readonly appearance?: "main" | "sea" | "line" | "soft" | undefined;
  /** Height in px: 48 in a dock or card, 44 in dialogs, 32 in rows (with a touch area of 44). */
  readonly size?: 48 | 44 | 32 | undefined;
  readonly block?: boolean | undefined;
  readonly icon?: IconDrawing | undefined;
  readonly busy?: boolean | undefined;
  readonly busyText?: string | undefined;
  /** Why the button is disabled; replaces the button's text (还差 8 位). */
  readonly reason?: string | undefined;
  readonly submit?: boolean | undefined;
  /** Accessible name; only where the text alone does not name the object of the action. */
  readonly label?: string | undefined;
}

/**
 * Both texts are in one grid cell, so the width does not change while busy. A disabled button stays
 * in the tab order, so that a screen reader reads its reason.
 */
export function Button(props: ButtonProps) {
  const { children, onPress, appearance = "sea", size = 48, block = false, icon, reason } = props;
  const [isPending, setPending] = useState(false);
  const inFlight = useRef(false);
  const [questionsBefore, setQuestionsBefore] = useState(0);
  const questions = useSyncExternalStore(onPendingDialogsChange, pendingDialogCount, () => 0);
  const isAsking = questions > questionsBefore;
  const isBusy = (props.busy ?? false) || (isPending && !isAsking);
  const busyText = props.busyText ?? (block ? "正在提交" : "稍候");

  const press = () => {
    if (inFlight.current) return;
    setQuestionsBefore(pendingDialogCount());
    const answer = onPress?.();
    if (!(answer instanceof Promise)) return;
    inFlight.current = true;
    setPending(true);
    // A failure is not handled here: it remains an unhandled rejection for the global handler.
    void answer.finally(() => {
      inFlight.current = false;
      setPending(false);
    });
  };

  const isDisabled = isBusy || reason !== undefined;
  return (
    <button
      type={props.submit ? "submit" : "button"}
      className={styles.button}
      data-look={appearance}
      data-size={size}
      data-block={block ? "" : undefined}
      data-shut={reason === undefined ? undefined : ""}
      aria-disabled={isDisabled ? true : undefined}
      aria-busy={isBusy ? true : undefined}
      aria-label={props.label}
      onClick={(event) => {
        if (isDisabled) event.preventDefault();
        else press();
      }}
    >
      <span className={styles.words} data-hidden={isBusy ? "" : undefined}>
        {icon && reason === undefined && <Icon of={icon} size={size === 32 ? 16 : 20} />}
        {reason ?? children}
      </span>
      <span className={styles.words} data-hidden={isBusy ? undefined : ""}>
        {block && <Icon of={refresh} size={18} className={styles.turning} />}
        {busyText}
      </span>
    </button>
  );
}
