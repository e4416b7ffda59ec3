/**
 * The door to the shell's dialogs: plain functions that promise an answer, callable from anywhere,
 * at any time (D00).
 */
import * as defaults from "./defaults.ts";
import type { ConfirmAsk, NoticeAsk, ToastAsk } from "./looks.ts";
import { show } from "./queue.ts";

/** Says something and goes away by itself, after 2 s unless told (D01). */
export function toast(text: string, options: Partial<Omit<ToastAsk, "text">> = {}): Promise<void> {
  return show("toast", { text, kind: "text", durationMs: defaults.TOAST_MS, ...options });
}

/** Asks yes or no (D02); Escape and back mean no. Resolves after the dialog has gone. */
export function confirm(ask: Partial<ConfirmAsk> & Pick<ConfirmAsk, "content">): Promise<boolean> {
  return show("confirm", {
    title: defaults.DIALOG_TITLE,
    rows: [],
    cancelText: defaults.CANCEL_TEXT,
    confirmText: defaults.CONFIRM_TEXT,
    tone: "sea",
    ...ask,
  });
}

/**
 * Tells something that must be seen (D03); answers which button was pressed, undefined when
 * dismissed.
 */
export function notice(
  ask: Partial<NoticeAsk> & Pick<NoticeAsk, "content">,
): Promise<string | undefined> {
  return show("notice", {
    title: defaults.DIALOG_TITLE,
    type: "default",
    buttons: [{ text: defaults.NOTICE_BUTTON }],
    ...ask,
  });
}

export type LoadingOptions = {
  readonly text?: string;
  /** Closes by itself after this long; without it `close` does. */
  readonly durationMs?: number;
};

/**
 * Covers the page while something runs (D05). `close` lets the bar run to 100 and resolves when it
 * has gone.
 */
export function loading({ text = defaults.LOADING_TEXT, durationMs }: LoadingOptions = {}) {
  let end: () => void = () => undefined;
  const closing = new Promise<void>((resolve) => {
    end = resolve;
    if (durationMs !== undefined) setTimeout(resolve, durationMs);
  });
  const gone = show("loading", { text, closing });
  return {
    close: (): Promise<void> => {
      end();
      return gone;
    },
  };
}

/** Covers the page until the work is done, and answers as the work does. */
export async function whileLoading<T>(work: Promise<T>, text?: string): Promise<T> {
  const cover = loading(text === undefined ? {} : { text });
  return work.finally(() => cover.close());
}
