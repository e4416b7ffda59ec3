/**
 * The door to the shell's dialogs: plain functions that promise an answer, callable from anywhere,
 * at any time (D00).
 */
import * as defaults from "./defaults.ts";
import { NO_LIMIT } from "../../device/text-input.ts";
import type {
  ConfirmAsk,
  FormAsk,
  FormValues,
  IdentityAsk,
  NoticeAsk,
  PromptAsk,
  ToastAsk,
} from "./looks.ts";
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
  /** How far the work is at first, in per cent. */
  readonly progress?: number;
};

/**
 * Covers the page while something runs (D05). `report` says how far the work is, in per cent, where
 * it knows; `close` lets the bar run to 100 and resolves when it has gone.
 */
export function loading(options: LoadingOptions = {}) {
  const { text = defaults.LOADING_TEXT, durationMs } = options;
  let percent = options.progress ?? defaults.LOADING_START;
  let end: () => void = () => undefined;
  const closing = new Promise<void>((resolve) => {
    end = resolve;
    if (durationMs !== undefined) setTimeout(resolve, durationMs);
  });
  const gone = show("loading", { text, closing, reached: () => percent });
  return {
    /** Resolves when the cover has gone. */
    gone,
    report: (reached: number): void => {
      percent = reached;
    },
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

type PromptOptions = Partial<Omit<PromptAsk, "type">> & {
  /** Another name of `content` (spec §3). */
  readonly defaultValue?: string | number;
};

/**
 * Asks for one text (D06), trimmed; undefined when the member turned back. For `number` a text that
 * is not empty becomes a number.
 */
export function prompt(
  ask: PromptOptions & { readonly type: "number" },
): Promise<number | "" | undefined>;
export function prompt(
  ask?: PromptOptions & { readonly type?: "text" | "textarea" },
): Promise<string | undefined>;
export function prompt({
  defaultValue = "",
  ...ask
}: PromptOptions & { readonly type?: PromptAsk["type"] } = {}): Promise<
  string | number | undefined
> {
  return show("prompt", {
    title: defaults.DIALOG_TITLE,
    placeholder: "",
    content: String(defaultValue),
    type: "text",
    maxlength: NO_LIMIT,
    cancelText: defaults.PROMPT_CANCEL_TEXT,
    confirmText: defaults.CONFIRM_TEXT,
    ...ask,
  });
}

/**
 * Asks for several texts at once (D04); answers them by field name, undefined when dismissed. With
 * `submit` the form closes only after it has succeeded.
 */
export function form(
  ask: Partial<FormAsk> & Pick<FormAsk, "title" | "fields">,
): Promise<FormValues | undefined> {
  return show("form", {
    intro: "",
    confirmText: defaults.CONFIRM_TEXT,
    submit: () => undefined,
    ...ask,
  });
}

/**
 * Asks who the member is, by the ways of logging in that it is given (D07). Answers the text of the
 * button whose handler has run, undefined when dismissed.
 */
export function loginIdentity(
  ask: Partial<IdentityAsk> & Pick<IdentityAsk, "buttons">,
): Promise<string | undefined> {
  return show("identity", {
    logo: "",
    title: defaults.IDENTITY_TITLE,
    intro: defaults.IDENTITY_INTRO,
    terms: [],
    ...ask,
  });
}
