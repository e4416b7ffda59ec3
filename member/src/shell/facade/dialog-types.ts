/**
 * The request and answer types of each dialog; a new dialog needs one line in `DialogTypes`, one
 * file and one case in `dialogs.tsx`.
 */
import type { ImagesRequest } from "../preview/preview-request.ts";

export type ToastRequest = {
  readonly text: string;
  readonly kind: "text" | "done" | "failed";
  readonly durationMs: number;
};

/** One row of the sum shown above the buttons: source, amount, remainder. */
export type FactRow = { readonly label: string; readonly value: string };

export type ConfirmRequest = {
  readonly title: string;
  readonly content: string;
  readonly rows: readonly FactRow[];
  readonly cancelText: string;
  readonly confirmText: string;
  /** `main` (coral) where money or a code is spent, `sea` elsewhere. */
  readonly tone: "sea" | "main";
};

export type NoticeButton = { readonly text: string; readonly value?: string };
export type NoticeRequest = {
  readonly title: string;
  readonly content: string;
  readonly type: "default" | "warning" | "error";
  readonly buttons: readonly NoticeButton[];
};

/** Progress in per cent: one number, or several over time. */
export type Progress = number | AsyncIterable<number>;
/** Closed from outside: `closing` resolves when the work behind it is done. */
export type LoadingRequest = {
  readonly text: string;
  readonly closing: Promise<unknown>;
  /** Controls the bar; without it the bar follows its own curve. */
  readonly progress?: Progress | undefined;
};

export type PromptType = "text" | "textarea" | "number";
export type PromptRequest = {
  readonly title?: string;
  readonly placeholder?: string;
  /** The initial content of the field; `defaultValue` is an alias. */
  readonly content?: string | number;
  readonly defaultValue?: string | number;
  readonly type?: PromptType;
  /** In UTF-16 units; −1 is any length, and the default (D06). */
  readonly maxlength?: number;
  /** Shows how much of `maxlength` is used. */
  readonly hasCounter?: boolean;
  readonly cancelText?: string;
  readonly confirmText?: string;
};
/** A number for a number prompt, unless nothing was typed; undefined when it was dismissed. */
export type PromptAnswer = string | number | undefined;

export type FormValues<N extends string = string> = Readonly<Record<N, string>>;
export type FormField<N extends string = string> = {
  readonly name: N;
  readonly label: string;
  readonly type?: "text" | "textarea" | "tel" | "number" | "password";
  /** In UTF-16 units; 140 by default, −1 is any length (D09). */
  readonly maxlength?: number;
  readonly hasCounter?: boolean;
  readonly placeholder?: string;
  readonly require?: boolean;
  /** Throws or rejects with the message to show; returns false for the spec's own message. */
  validator?(value: string, values: FormValues): unknown;
  readonly value?: string;
};
export type FormRequest<N extends string = string> = {
  readonly title?: string;
  readonly intro?: string;
  readonly confirmText?: string;
  /** The text of the button while `submit` runs. */
  readonly busyText?: string;
  readonly fields: readonly FormField<N>[];
  /** Runs with the trimmed values before the form closes; a failure keeps the form as it is. */
  submit?(values: FormValues<N>): unknown;
};

export type LoginButton = {
  readonly text: string;
  /** `wechat`, `phone`, or the address of a picture. */
  readonly icon?: string;
  /** By default the first is `main` and the others `line`. */
  readonly color?: "main" | "sea" | "line";
  /** Two `half` buttons are side by side; `full` by default. */
  readonly width?: "full" | "half";
  /** A returned promise keeps the button busy; a failure is shown and the dialog stays open. */
  handler?(): unknown;
};
export type LoginTerm = {
  readonly name: string;
  /** Which text of the terms page opens where there is no `handler`. */
  readonly type?: string;
  handler?(): unknown;
};
export type LoginRequest = {
  /** The address of a picture; our whale by default. */
  readonly logo?: string;
  readonly title?: string;
  readonly intro?: string;
  readonly buttons: readonly LoginButton[];
  readonly terms?: readonly LoginTerm[];
};

export type DialogTypes = {
  toast: { ask: ToastRequest; answer: void };
  confirm: { ask: ConfirmRequest; answer: boolean };
  /** The pressed button's `value`, else its text; undefined when it was dismissed. */
  notice: { ask: NoticeRequest; answer: string | undefined };
  loading: { ask: LoadingRequest; answer: void };
  prompt: { ask: PromptRequest; answer: PromptAnswer };
  /** Undefined when it was dismissed. */
  form: { ask: FormRequest; answer: FormValues | undefined };
  /** The text of the button whose handler ran; undefined when it was dismissed. */
  login: { ask: LoginRequest; answer: string | undefined };
  images: { ask: ImagesRequest; answer: void };
};
