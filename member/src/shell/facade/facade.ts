/**
 * The API of the shell's dialogs: plain functions that return a promise of the answer, callable
 * from anywhere, at any time (D00).
 */
import * as defaults from "./defaults.ts";
import type {
  ConfirmRequest,
  FormRequest,
  FormValues,
  LoginRequest,
  DialogTypes,
  NoticeRequest,
  Progress,
  PromptAnswer,
  PromptRequest,
  ToastRequest,
} from "./dialog-types.ts";
import { requestHost } from "./host-request.ts";
import { countPendingDialog } from "../pending-dialogs.ts";
import type { DialogKind } from "./dialog-queue.ts";

/** Opens a dialog; its rendering code loads with the first one. */
async function show<L extends DialogKind>(
  kind: L,
  ask: DialogTypes[L]["ask"],
): Promise<DialogTypes[L]["answer"]> {
  requestHost();
  const queue = await import("./dialog-queue.ts");
  return queue.show(kind, ask);
}

/** Opens a dialog that waits for the member's answer. */
const question = <L extends DialogKind>(
  kind: L,
  ask: DialogTypes[L]["ask"],
): Promise<DialogTypes[L]["answer"]> => countPendingDialog(() => show(kind, ask));

/** Shows a short message that closes by itself, after 2 s by default (D01). */
export function toast(
  text: string,
  options: Partial<Omit<ToastRequest, "text">> = {},
): Promise<void> {
  return show("toast", { text, kind: "text", durationMs: defaults.TOAST_MS, ...options });
}

/** Asks yes or no (D02); Escape and back mean no. Resolves after the dialog has closed. */
export function confirm(
  ask: Partial<ConfirmRequest> & Pick<ConfirmRequest, "content">,
): Promise<boolean> {
  return question("confirm", {
    title: defaults.DIALOG_TITLE,
    rows: [],
    cancelText: defaults.CANCEL_TEXT,
    confirmText: defaults.CONFIRM_TEXT,
    tone: "sea",
    ...ask,
  });
}

/**
 * Shows a message that must be confirmed (D03); resolves with the pressed button's `value`, else
 * its text, or undefined when dismissed.
 */
export function notice(
  ask: Partial<NoticeRequest> & Pick<NoticeRequest, "content">,
): Promise<string | undefined> {
  return question("notice", {
    title: defaults.DIALOG_TITLE,
    type: "default",
    buttons: [{ text: defaults.NOTICE_BUTTON }],
    ...ask,
  });
}

export type LoadingOptions = {
  readonly text?: string;
  /** Milliseconds after which it closes by itself; without it `close` must be called. */
  readonly durationMs?: number;
  /** Per cent for the bar; without it the bar follows the spec's curve. */
  readonly progress?: Progress;
};

/**
 * Covers the page while something runs (D05). `close` lets the bar run to 100 and resolves when the
 * dialog has closed.
 */
export function loading(options: LoadingOptions = {}) {
  const { text = defaults.LOADING_TEXT, durationMs, progress } = options;
  let end: () => void = () => undefined;
  const closing = new Promise<void>((resolve) => {
    end = resolve;
    if (durationMs !== undefined) setTimeout(resolve, durationMs);
  });
  const gone = show("loading", { text, closing, progress });
  return {
    close: (): Promise<void> => {
      end();
      return gone;
    },
  };
}

/** Covers the page until the work is done; settles as the work does. */
export async function whileLoading<T>(work: Promise<T>, text?: string): Promise<T> {
  const cover = loading(text === undefined ? {} : { text });
  return work.finally(() => cover.close());
}

/**
 * Asks for one text or number (D06). Resolves with the trimmed text, with `""` when nothing was
 * typed, and with undefined when it was dismissed by 返回, Escape or back.
 */
export function prompt(
  ask: PromptRequest & { readonly type: "number" },
): Promise<number | "" | undefined>;
export function prompt(
  ask: PromptRequest & { readonly type?: "text" | "textarea" },
): Promise<string | undefined>;
export function prompt(ask: PromptRequest): Promise<PromptAnswer> {
  return question("prompt", ask);
}

/** Asks for several texts (D04); resolves with them by field name, or undefined when dismissed. */
export async function form<const N extends string>(
  ask: FormRequest<N>,
): Promise<FormValues<N> | undefined> {
  // The dialog returns exactly the requested field names.
  return (await question("form", ask)) as FormValues<N> | undefined;
}

/**
 * Asks the member to log in (D07); resolves with the text of the button whose handler ran, or
 * undefined when dismissed.
 */
export function loginIdentity(ask: LoginRequest): Promise<string | undefined> {
  return question("login", ask);
}
